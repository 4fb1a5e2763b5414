import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { firstUnfinishedProStep } from '~/journeys/professional/guard';

/** Leads to the first step that is not done. An expired registration is told so there. */
export function loader({ context }: LoaderFunctionArgs) {
  return redirect(firstUnfinishedProStep(context.session.state ?? {}), 302);
}

/** A post here comes from no page of ours; it is led on like everybody, rather than answered with Remix's bare 405. */
export const action = loader;
