import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { safe } from '@orpc/client';
import { useActionData, useLoaderData } from '@remix-run/react';
import { isRefusal, requireAccepted } from '~/backend/refusal';
import { InviteRequest, InviteRequestSent, InviteTokenMissing } from './invite-request';
import { NoticeOnce } from '~/components/page/notice';
import type { RouteHandle } from '~/components/page/route-handle';
import { findInviteLink } from '~/use-cases/invited/open-invite.server';
import { checkRateLimit, waitOf } from '~/use-cases/step/check-rate-limit.server';
import { logFailedCall } from '~/use-cases/step/log-failed-call';
import { takeExpiryNotice } from '~/use-cases/step/notices.server';

export const handle: RouteHandle = { title: 'invite:request.title' };

/** The page of every dead link, whatever the reason. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const isSent = new URL(request.url).searchParams.has('sent');
  const view = !findInviteLink(context) ? 'missing' : isSent ? 'sent' : 'ask';
  return data({ view, notice: takeExpiryNotice(context) } as const);
}

/** The answer never reveals whether an account or an invite exists. */
export async function action({ context }: ActionFunctionArgs) {
  const link = findInviteLink(context);
  if (!link) return redirect('/invite/request', 303);
  const { services, language } = context;
  if (!(await checkRateLimit(context, 'inviteRenewal')))
    return failed(context.t('invite:request.tooOften', { wait: waitOf(context) }), 429);
  const { error } = await safe(
    services.backend.invites
      .renew({ headers: { 'accept-language': language }, body: { inviteToken: link.token } })
      .then(requireAccepted),
  );
  if (!error) return redirect('/invite/request?sent', 303);
  logFailedCall(context, error, 'a new invite link could not be requested');
  return failed(context.t('common:errors.generic'), isRefusal(error) ? 422 : 502);

  function failed(message: string, status: number) {
    return data({ message, hasErrors: true }, { status });
  }
}

export default function Request() {
  const { view, notice } = useLoaderData<typeof loader>();
  const failed = useActionData<typeof action>();
  return (
    <>
      {notice && <NoticeOnce name={notice} />}
      {view === 'missing' && <InviteTokenMissing />}
      {view === 'sent' && !failed && <InviteRequestSent />}
      {(view === 'ask' || failed) && <InviteRequest message={failed?.message} />}
    </>
  );
}
