import { redirect, type ActionFunctionArgs } from '@remix-run/node';

/**
 * The language selector of pages without a form. The language itself was taken from the post before the routes ran; this leads back.
 */
export async function action({ request }: ActionFunctionArgs) {
  const page = (await request.formData()).get('page');
  return redirect(typeof page === 'string' && isOwnPath(page) ? page : '/signup', 303);
}

export const loader = () => redirect('/signup');

/** A path of ours, and no address of another site: `//elsewhere` and backslashes would be one. */
function isOwnPath(path: string): boolean {
  return /^\/[a-z][a-z0-9_/?=-]*$/.test(path);
}
