import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { safe } from '@orpc/client';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireAccepted } from '~/backend/refusal';
import { InviteRequest, InviteRequestSent, InviteTokenMissing } from './invite-request';
import { PaymentReceived, type ReceivedPayment } from '~/components/checkout/payment-received';
import { NoticeOnce, type ShownNotice } from '~/components/page/notice';
import { BASE_PATH } from '~/domain/base-path';
import { keysOf } from '~/domain/keys-of';
import type { InviteLink } from '~/domain/mailed-links';
import { isUnpaid } from '~/journeys/join-state';
import { describePayment } from '~/use-cases/checkout/receipt.server';
import {
  belongsToAnotherPerson,
  findInviteLink,
  newLinkPath,
  openInvite,
  readNewLink,
  type OpenedInvite,
} from '~/use-cases/invited/open-invite.server';
import { sendAgain } from '~/use-cases/credentials/resend-link.server';
import { logFailedCall } from '~/use-cases/step/refuse.server';
import { takeExpiryNotice } from '~/use-cases/step/step-guard.server';
import type { RequestContext } from '~/server/request/request-context.server';

interface Loaded {
  view: 'missing' | 'sent' | 'ask';
  notice?: ShownNotice;
  canStartAgain?: boolean;
  isPaid: boolean;
  /** The page's address without `sent`, below the base path. */
  path: string;
  /** Made in this browser, whose username and password are still missing. */
  payment: ReceivedPayment | null;
}

/** The page for invite links that no longer work, for any reason. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { isSent, ...about } = readNewLink(new URL(request.url).searchParams);
  const { isPaid } = about;
  const path = newLinkPath(about);
  const link = findLink(context, about);
  const view = !link ? 'missing' : isSent ? 'sent' : 'ask';
  // The sign-up in this browser may be another person's.
  const isOther = about.isFollowed && belongsToAnotherPerson(context);
  const notice = isOther ? undefined : takeExpiryNotice(context);
  const state = isOther ? undefined : context.session.state;
  const payment = state?.paid ? describePayment(state.paid) : null;
  const reason = findReason(notice);
  // The link of a paid invite only opens the page that led here, which offers no start.
  if (!link || isPaid || (view === 'sent' && !reason))
    return data({ view, notice: isPaid && reason ? undefined : notice, isPaid, path, payment } as const);
  const status = await findStatus(context, link);
  const maySignUp = reason !== undefined || isUnpaid(state);
  if (maySignUp && (status === 'completed' || status === 'paid')) return redirect('/invite', 303);
  const isDead = status === 'dead';
  return data({
    view,
    notice: isDead && reason ? { ...notice, name: NEW_LINK[reason] } : notice,
    // The visitor can only start again with a link that still works, and the first step belongs to this browser's sign-up.
    canStartAgain: status === 'open' && maySignUp && !isOther,
    isPaid,
    path,
    payment,
  } as const);
}

const NEW_LINK = { startAgain: 'newLink', startAgainUncharged: 'newLinkUncharged' } as const;

/** The notice that sends a visitor here to start again. */
function findReason(notice: ShownNotice | undefined): keyof typeof NEW_LINK | undefined {
  return keysOf(NEW_LINK).find((name) => name === notice?.name);
}

/** Defaults to open if the backend fails, so that the page offers both options. */
async function findStatus(context: RequestContext, link: InviteLink): Promise<OpenedInvite['status']> {
  const { error, data: opened } = await safe(openInvite(context, link));
  if (!error) return opened.status;
  logFailedCall(context, error, 'failed to open an invite');
  return 'open';
}

function findLink(context: RequestContext, { isFollowed }: { isFollowed: boolean }): InviteLink | undefined {
  return (isFollowed ? context.invite : undefined) ?? findInviteLink(context);
}

/** The response never reveals whether an account or an invite exists. */
export async function action({ request, context }: ActionFunctionArgs) {
  const about = readNewLink(new URL(request.url).searchParams);
  const link = findLink(context, about);
  if (!link) return redirect(newLinkPath(), 303);
  const renew = async ({ services, language }: RequestContext) =>
    requireAccepted(
      await services.backend.invites.renew({
        headers: { 'accept-language': language },
        body: { inviteToken: link.token },
      }),
    );
  const failed = await sendAgain(context, renew, 'failed to request a new invite link');
  return failed ?? redirect(newLinkPath({ ...about, isSent: true }), 303);
}

export default function Request() {
  const { view, notice, canStartAgain, isPaid, path, payment } = useLoaderData<Loaded>();
  const failed = useActionData<typeof action>();
  return (
    <>
      {notice && <NoticeOnce {...notice} />}
      {payment && <PaymentReceived payment={payment} />}
      {view === 'missing' && <InviteTokenMissing />}
      {view === 'sent' && !failed && <InviteRequestSent again={BASE_PATH + path} />}
      {(view === 'ask' || failed) && (
        <InviteRequest
          message={failed?.message}
          canStartAgain={canStartAgain}
          isPaid={isPaid}
          action={BASE_PATH + path}
        />
      )}
    </>
  );
}
