import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { isOwnPath } from '~/lib/is-own-path';
import { mainProductUrl } from '~/use-cases/step/step-guard.server';

/** The language selector of pages without a form. The server has already set the language; this only redirects back. */
export async function action({ request, context }: ActionFunctionArgs) {
  const page = (await request.formData()).get('page');
  return redirect(typeof page === 'string' && isOwnPath(page) ? mainProductUrl(context, page) : '/signup', 303);
}

export const loader = () => redirect('/signup');
