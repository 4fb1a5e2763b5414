import { redirect } from '@remix-run/node';

/** The root leads to the landing page (docs/rules.md, "Landing page"). */
export const loader = () => redirect('/signup', 302);

/** A post here comes from no page of ours; it is led on like everybody, rather than answered with Remix's bare 405. */
export const action = loader;
