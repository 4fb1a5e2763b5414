import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { PROFESSIONAL } from '~/journeys/professional';

/** After an expired registration, the first step shows a notice. */
export function loader({ context }: LoaderFunctionArgs) {
  return redirect(PROFESSIONAL.firstUnfinished(context.session.state ?? {}), 302);
}

/** Without it Remix would respond to a stray post with a bare 405. */
export const action = loader;
