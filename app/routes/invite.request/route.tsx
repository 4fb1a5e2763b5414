import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { safe } from '@orpc/client';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireAccepted } from '~/backend/refusal';
import { InviteRequest, InviteRequestSent, InviteTokenMissing } from './invite-request';
import { PaymentReceived, type ReceivedPayment } from '~/components/checkout/payment-received';
import { NoticeOnce } from '~/components/page/notice';
import type { InviteLink } from '~/domain/mailed-links';
import type { NoticeName } from '~/journeys/join-state';
import { describePayment } from '~/use-cases/checkout/receipt.server';
import { findInviteLink, openInvite, type OpenedInvite } from '~/use-cases/invited/open-invite.server';
import { sendAgain } from '~/use-cases/credentials/resend-link.server';
import { logFailedCall } from '~/use-cases/step/refuse.server';
import { takeExpiryNotice } from '~/use-cases/step/step-guard.server';
import type { RequestContext } from '~/server/request/request-context.server';

interface Loaded {
  view: 'missing' | 'sent' | 'ask';
  notice?: NoticeName;
  canStartAgain?: boolean;
  /** The visitor comes from the page of a paid invite, whose link still works. */
  isPaid: boolean;
  /** Made in this browser, whose username and password are still missing. */
  payment: ReceivedPayment | null;
}

/** The page for invite links that no longer work, for any reason. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const link = findInviteLink(context);
  const { searchParams } = new URL(request.url);
  const isSent = searchParams.has('sent');
  const isPaid = searchParams.has('paid');
  const view = !link ? 'missing' : isSent ? 'sent' : 'ask';
  const notice = takeExpiryNotice(context);
  const { paid } = context.session.state ?? {};
  const payment = paid ? describePayment(paid) : null;
  if (!link || (notice !== 'startAgain' && notice !== 'startAgainUncharged'))
    return data({ view, notice, isPaid, payment } as const);
  // The visitor can only start again with a link that still works.
  const status = await findStatus(context, link);
  if (status === 'completed' || status === 'paid') return redirect('/invite', 303);
  const isDead = status === 'dead';
  return data({ view, notice: isDead ? NEW_LINK[notice] : notice, canStartAgain: !isDead, isPaid, payment } as const);
}

const NEW_LINK = { startAgain: 'newLink', startAgainUncharged: 'newLinkUncharged' } as const;

/** Defaults to open if the backend fails, so that the page offers both options. */
async function findStatus(context: RequestContext, link: InviteLink): Promise<OpenedInvite['status']> {
  const { error, data: opened } = await safe(openInvite(context, link));
  if (!error) return opened.status;
  logFailedCall(context, error, 'failed to open an invite');
  return 'open';
}

/** The response never reveals whether an account or an invite exists. */
export async function action({ request, context }: ActionFunctionArgs) {
  const link = findInviteLink(context);
  if (!link) return redirect('/invite/request', 303);
  const renew = async ({ services, language }: RequestContext) =>
    requireAccepted(
      await services.backend.invites.renew({
        headers: { 'accept-language': language },
        body: { inviteToken: link.token },
      }),
    );
  const failed = await sendAgain(context, renew, 'failed to request a new invite link');
  const isPaid = new URL(request.url).searchParams.has('paid');
  return failed ?? redirect(`/invite/request?sent${isPaid ? '&paid' : ''}`, 303);
}

export default function Request() {
  const { view, notice, canStartAgain, isPaid, payment } = useLoaderData<Loaded>();
  const failed = useActionData<typeof action>();
  return (
    <>
      {notice && <NoticeOnce name={notice} />}
      {payment && <PaymentReceived payment={payment} />}
      {view === 'missing' && <InviteTokenMissing />}
      {view === 'sent' && !failed && <InviteRequestSent isPaid={isPaid} />}
      {(view === 'ask' || failed) && (
        <InviteRequest message={failed?.message} canStartAgain={canStartAgain} isPaid={isPaid} />
      )}
    </>
  );
}
