import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { reportCheckoutStep } from '~/use-cases/checkout/checkout-events.server';
import { requireStep, withoutDraft } from '~/use-cases/step/step-guard.server';
import { requireWalletName, takeApproval } from '~/use-cases/checkout/wallets.server';

/** Where a wallet leads back to after an approval: picking one moves straight to the review (docs/rules.md, "Payment method"). */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const name = requireWalletName(params.wallet);
  const { getStep } = context.journey;
  const state = requireStep(context, 'payment/method');
  // An approval is taken once: not by a preview of the address.
  if (request.method === 'HEAD') return null;
  const taken = await takeApproval(context, state, { name, query: new URL(request.url).searchParams });
  if ('notice' in taken) {
    context.session.update(taken);
    return redirect(getStep('payment/method').path, 303);
  }
  const after = context.session.update({ ...taken.patch, ...withoutDraft(state, 'payment/method') });
  reportCheckoutStep(context, after, { name: 'payment/method', what: 'completed' });
  return redirect(getStep('payment/method').next(after), 303);
}

/** A post here comes from nobody: wallets redirect. */
export const action = ({ context }: ActionFunctionArgs) =>
  redirect(context.journey.getStep('payment/method').path, 303);
