import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { firstUnfinishedView } from '~/journeys/checkout';
import { requireStep } from '~/use-cases/step/step-guard.server';
import { getSignUpJourney } from '~/use-cases/step/step-redirect.server';

/** Leads to the first view of the checkout that is not done. */
export function loader({ context }: LoaderFunctionArgs) {
  return redirect(firstUnfinishedView(getSignUpJourney(context), requireStep(context, 'payment/billing')), 302);
}

/** A post here comes from no page of ours; it is led on like everybody, rather than answered with Remix's bare 405. */
export const action = loader;
