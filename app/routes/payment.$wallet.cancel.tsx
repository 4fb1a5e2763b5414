import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { requireStep } from '~/use-cases/step/step-guard.server';
import { requireWalletName, takeCancellation } from '~/use-cases/checkout/wallets.server';

/** Where a wallet leads back to when nothing was approved: everything is as it was. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  const name = requireWalletName(params.wallet);
  const state = requireStep(context, 'payment/method');
  const notice = takeCancellation(context, state, { name, query: new URL(request.url).searchParams });
  context.session.update({ notice });
  return redirect(context.journey.getStep('payment/method').path, 303);
}

/** A post here comes from nobody: wallets redirect. */
export const action = ({ context }: ActionFunctionArgs) =>
  redirect(context.journey.getStep('payment/method').path, 303);
