import { redirect } from '@remix-run/node';

/** docs/rules.md, "Landing page" */
export const loader = () => redirect('/signup', 302);

/** Without it Remix would respond to a stray post with a bare 405. */
export const action = loader;
