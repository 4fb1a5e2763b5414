import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { afterPayPal } from '~/journeys/parent/progress';
import { requireStep, withoutDraft } from '~/server/parent-step.server';
import { finishPayPal } from '~/server/paypal.server';

/** Where PayPal leads back to after an approval: picking PayPal moves straight to the review (spec, section 4, "Checkout"). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { getStep } = context.journey;
  const state = requireStep(context, 'payment/method');
  // An approval is taken once: not by a preview of the address.
  if (request.method === 'HEAD') return null;
  const paypal = await finishPayPal(context, state, new URL(request.url).searchParams);
  if (!paypal) {
    context.session.update({ notice: 'payPalNotTaken' });
    return redirect(getStep('payment/method').path, 303);
  }
  const after = context.session.update({ ...afterPayPal(paypal), ...withoutDraft(state, 'payment/method') });
  return redirect(getStep('payment/method').next(after), 303);
}

/** A post here comes from nobody: PayPal redirects. */
export const action = ({ context }: ActionFunctionArgs) =>
  redirect(context.journey.getStep('payment/method').path, 303);
