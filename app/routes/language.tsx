import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { mainProductUrl } from '~/use-cases/step/step-redirect.server';

/**
 * The language selector of pages without a form. The language itself was taken from the post before the routes ran; this leads back.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const page = (await request.formData()).get('page');
  return redirect(typeof page === 'string' && isOwnPath(page) ? mainProductUrl(context, page) : '/signup', 303);
}

export const loader = () => redirect('/signup');

/** A path on this host, the main product's among them, and no address of another one: `//elsewhere` and backslashes would be one. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path);
}
