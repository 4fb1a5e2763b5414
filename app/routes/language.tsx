import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { LANGUAGE_ID } from '~/components/page/route-handle';
import { redirectBack } from '~/use-cases/step/own-path.server';

/** The language selector of pages without a form. The server has already set the language; this only redirects back. */
export async function action({ request, context }: ActionFunctionArgs) {
  return redirectBack(context, (await request.formData()).get('page'), '/signup', LANGUAGE_ID);
}

export const loader = () => redirect('/signup');
