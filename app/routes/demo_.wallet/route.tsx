import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DemoWallet } from './demo-wallet';
import type { RouteHandle } from '~/components/page/route-handle';
import { formatMoney, type Currency } from '~/domain/money';
import type { ApprovalAnswer } from '~/payments/approval-page';
import { runIntent } from '~/use-cases/step/run-intent.server';
import type { RequestContext } from '~/server/request/request-context.server';

export const handle: RouteHandle = { title: 'demo:wallet.title', hidesLogIn: true };

/** The sandbox's page in place of PayPal's and Venmo's. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { page, token } = openApproval(request, context);
  const agreement = await page.find(token);
  if (!agreement) return data({ isOpen: false as const }, { status: 404 });
  const { wallet, amount, currency } = agreement;
  const isPriced = amount !== undefined && currency !== undefined;
  return data({
    isOpen: true as const,
    wallet,
    amountFormatted: isPriced ? formatMoney(amount, currency as Currency, context.language) : null,
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { page, token } = openApproval(request, context);
  const form = await request.formData();
  const answer = await runIntent(form, {
    approve: (): ApprovalAnswer => (form.has('decline') ? 'approveAndDecline' : 'approve'),
    default: (): ApprovalAnswer => 'cancel',
  });
  const target = await page.answer(token, answer);
  if (target === undefined) return redirect(`/demo/wallet?ba_token=${encodeURIComponent(token)}`, 303);
  // The public address may be another host name, where this browser's cookie is not sent.
  const { pathname, search } = new URL(target);
  return redirect(new URL(pathname + search, context.origin).href, 303);
}

export default function WalletStandIn() {
  return <DemoWallet {...useLoaderData<typeof loader>()} />;
}

function openApproval(request: Request, { services: { approvalPage } }: RequestContext) {
  if (!approvalPage) throw new Response(null, { status: 404 });
  return { page: approvalPage, token: new URL(request.url).searchParams.get('ba_token') ?? '' };
}
