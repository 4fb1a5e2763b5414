import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { requireStep } from '~/server/parent-step.server';
import { takePayPalState } from '~/server/paypal.server';

/** Where PayPal leads back to when nothing was approved: everything is as it was. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const state = requireStep(context, 'payment/method');
  const isOurs = takePayPalState(context, state, new URL(request.url).searchParams);
  context.session.update({ notice: isOurs ? 'payPalCancelled' : 'payPalNotTaken' });
  return redirect(context.journey.getStep('payment/method').path, 303);
}

/** A post here comes from nobody: PayPal redirects. */
export const action = ({ context }: ActionFunctionArgs) =>
  redirect(context.journey.getStep('payment/method').path, 303);
