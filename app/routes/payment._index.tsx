import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { requireStep } from '~/use-cases/step/step-guard.server';
import { getSignUpJourney } from '~/journeys/journey';

export function loader({ context }: LoaderFunctionArgs) {
  return redirect(getSignUpJourney(context).firstUnfinished(requireStep(context, 'payment/billing')), 302);
}

/** Without it Remix would respond to a stray post with a bare 405. */
export const action = loader;
