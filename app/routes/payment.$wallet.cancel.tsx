import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { redirectToStep, requireStep } from '~/use-cases/step/step-guard.server';
import { requireWalletName, takeCancellation } from '~/use-cases/checkout/wallets.server';

export function loader({ request, params, context }: LoaderFunctionArgs) {
  const name = requireWalletName(params.wallet);
  const state = requireStep(context, 'payment/method');
  const notice = takeCancellation(context, state, { name, query: new URL(request.url).searchParams });
  context.session.update({ notice });
  return redirectToStep(context, 'payment/method');
}

/** Wallets redirect here with GET and never post. */
export const action = ({ context }: ActionFunctionArgs) => redirectToStep(context, 'payment/method');
