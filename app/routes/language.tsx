import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { findOwnPage } from '~/use-cases/step/own-page.server';

/** The language selector of pages without a form. The server has already set the language; this only redirects back. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  return redirect(findOwnPage(context, form.get('page')) ?? '/signup', 303);
}

export const loader = () => redirect('/signup');
