import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { reportCheckoutStep } from '~/use-cases/checkout/checkout-events.server';
import { finishStep, redirectToStep, requireStep } from '~/use-cases/step/step-guard.server';
import { noteLateApproval, requireWalletName, takeApproval } from '~/use-cases/checkout/wallets.server';

/** Redirects to the review after an approval (docs/rules.md, "Payment method"). */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const name = requireWalletName(params.wallet);
  if (context.isViewed) noteLateApproval(context, name);
  const state = requireStep(context, 'payment/method');
  // A preview or prefetch must not use up the approval. After a rejected prefetch, the browser requests the address again when the visitor
  // opens it.
  if (!context.isViewed) return new Response(null, { status: request.method === 'HEAD' ? 200 : 403 });
  const taken = await takeApproval(context, state, { name, query: new URL(request.url).searchParams });
  if ('notice' in taken) {
    context.session.update(taken);
    return redirectToStep(context, 'payment/method');
  }
  if ('isStored' in taken) return redirectToStep(context, 'payment/review');
  reportCheckoutStep(context, state, { name: 'payment/method', event: 'completed' });
  return finishStep(context, 'payment/method', state, taken.patch);
}

/** Wallets redirect here with GET and never post. */
export const action = ({ context }: ActionFunctionArgs) => redirectToStep(context, 'payment/method');
