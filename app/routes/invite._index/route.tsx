import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { InviteWelcome } from './invite-welcome';
import { CurrencyNote } from '~/components/checkout/currency-note';
import { ReceiptDetails } from '~/components/checkout/receipt-details';
import { PageMark } from '~/components/form/page-mark';
import { usePage } from '~/components/page/page-context';
import { RefusedPage } from '~/components/page/problem-pages';
import type { RouteHandle } from '~/components/page/route-handle';
import { UsedLink } from '~/components/page/used-link';
import { useTranslate } from '~/components/page/use-translate';
import { BASE_PATH } from '~/domain/base-path';
import { readInviteLink } from '~/domain/mailed-links';
import type { Currency } from '~/domain/money';
import type { ReceiptRow } from '~/i18n/receipt-sections';
import type { TextKey } from '~/i18n/translator';
import { currentPath } from '~/journeys/current-sign-up';
import { INVITED, needsOnlyCredentials } from '~/journeys/invited';
import { freshState, inviteIdOf, isUnpaid } from '~/journeys/join-state';
import { findIntent, INTENTS } from '~/steps/intents';
import {
  belongsToAnotherPerson,
  findInviteLink,
  invitedOf,
  newLinkPath,
  openFollowedInvite,
  openInvite,
} from '~/use-cases/invited/open-invite.server';
import { inviterOf, whatToExpect, describePaidInvite } from '~/use-cases/invited/invite-welcome.server';
import { mainProductUrl } from '~/use-cases/step/own-path.server';
import { endedPath, isExpiryOfAnother, redirectToOpenStep, takeExpiryNotice } from '~/use-cases/step/step-guard.server';

export const handle: RouteHandle = { asksForAnalytics: true };

/** The address in the mail (docs/rules.md, "Invite link"). Mail scanners open links, so it changes nothing but a cookie. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const followedLink = readInviteLink(searchParams);
  if (followedLink) {
    // Keeps the token out of the address bar, the history and every Referer. The trailing slash marks a visitor who should have the cookie.
    await context.setInvite(followedLink);
    return redirect('/invite/', 303);
  }
  const shouldHaveCookie = pathname.endsWith('/invite/');
  const link = context.invite ?? findInviteLink(context);
  if (!link && shouldHaveCookie && !context.hasCookies)
    return data({ view: 'cookiesBlocked' as const }, { status: 403 });
  const { session } = context;
  const { state } = session;
  const ownInviteId = state && inviteIdOf(state);
  const isQuestion = belongsToAnotherPerson(context);
  if (!isQuestion && ownInviteId !== undefined && searchParams.has('begin') && isUnpaid(state))
    return data({ view: 'ownSignUp' as const });
  const isExpired =
    !isExpiryOfAnother(context) && (session.hasExpired('parent') || state?.notice?.startsWith('expired') === true);
  const isOver = isExpired || session.endedAs === 'invite';
  if (!link && (isOver || ownInviteId !== undefined)) return redirect(newLinkPath(), 303);
  const ended = endedPath(context);
  if (!link && ended) return redirect(ended, 303);
  if (!link && context.isInviteOver) return redirect(newLinkPath(), 303);
  if (!link) return redirect(mainProductUrl(context, context.page.links.home), 303);
  if (shouldHaveCookie) return redirect('/invite', 303);
  // A visitor who has paid in this browser continues after the payment.
  if (!isQuestion && state?.invited && !isUnpaid(state)) {
    // The earlier link may have expired.
    if (link.token !== state.invited.token) await openFollowedInvite(context, link);
    return redirectToOpenStep(context, 'step1');
  }
  const opened = await openFollowedInvite(context, link);
  if (opened.status === 'completed') return data({ view: 'completed' as const });
  if (opened.status === 'dead') return redirect(newLinkPath({ isFollowed: isQuestion }), 303);
  if (opened.status === 'paid') {
    const again = newLinkPath({ isFollowed: isQuestion, isPaid: true });
    return data({ view: 'paid' as const, again, ...(await describePaidInvite(context, opened.paid)) });
  }
  if (isQuestion) return data({ view: 'otherSignUp' as const });
  const { invite } = opened;
  if (invite.paidOrder || needsOnlyCredentials(invitedOf(link, invite))) return redirect('/invite/credentials', 303);
  return data({
    view: 'welcome' as const,
    inviter: inviterOf(invite),
    members: invite.familyMembers.map(({ firstName, lastName, displayInitials, color }) => ({
      name: `${firstName} ${lastName}`.trim(),
      initials: displayInitials,
      color,
    })),
    isPaid: invite.isSubscriptionCurrent,
    expectations: await whatToExpect(context, invitedOf(link, invite), invite),
    hasSocialProof: await context.experiments.isTreatment('GROW748'),
    next: state?.invited ? INVITED.firstUnfinished(state) : '/invite/step1',
    notice: takeExpiryNotice(context),
  });
}

/** Continues this browser's sign-up, or replaces it with the invite's. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { session } = context;
  const { state } = session;
  const intent = findIntent(await request.formData());
  // Another press has answered the question.
  const isRepeated = state?.leftSignUp !== undefined && context.isOwnPage;
  if (intent === INTENTS.begin && state && !state.paid && !state.attempt) {
    const isInvited = inviteIdOf(state) !== undefined;
    if (isInvited) context.leaveSignUp('left');
    if (isInvited || isRepeated) {
      await context.setInvite(undefined);
      return redirect('/step1', 303);
    }
  }
  const isJoining = intent === INTENTS.join;
  if (!state || !belongsToAnotherPerson(context)) {
    if (state && !context.invite && intent === INTENTS.stay) return redirect(currentPath('parent', state), 303);
    if (!isJoining || !isRepeated) return redirect('/invite', 303);
    // The browser may not have received the first response, so this request may bring the other person's visit link again.
    session.reset({ ...freshState, leftSignUp: state.leftSignUp });
  } else if (isJoining) {
    // A link that opens nothing must not cost the visitor this browser's sign-up. The page says what has become of it.
    if (!context.invite || (await openInvite(context, context.invite)).status !== 'open')
      return redirect('/invite', 303);
    // A professional's answers in this browser belong to neither parent, so they are kept.
    context.leaveSignUp('invite', freshState);
  } else {
    await context.setInvite(undefined);
    return redirect(currentPath('parent', state), 303);
  }
  await context.keepOnlyInvitesVisitLink();
  await context.analyticsConsent.forget();
  context.experiments.forget();
  return redirect('/invite', 303);
}

export default function Invite() {
  const loaded = useLoaderData<typeof loader>();
  switch (loaded.view) {
    case 'cookiesBlocked':
      return <RefusedPage code="cookies-blocked" />;
    case 'ownSignUp':
      return (
        <WhichSignUp
          words="invite:own"
          main={{ intent: INTENTS.stay, text: 'invite:own.stay' }}
          other={{ intent: INTENTS.begin, text: 'invite:own.begin' }}
        />
      );
    case 'otherSignUp':
      return (
        <WhichSignUp
          words="invite:other"
          main={{ intent: INTENTS.join, text: 'invite:other.join' }}
          other={{ intent: INTENTS.stay, text: 'invite:other.stay' }}
        />
      );
    case 'paid':
      return <PaidInvite {...loaded} />;
    case 'completed':
      return <UsedLink words="invite:completed" />;
    case 'welcome':
      return <InviteWelcome {...loaded} />;
  }
}

interface PaidInviteProps {
  rows: ReceiptRow[];
  /** Null if the backend no longer lists the package. */
  currency: Currency | null;
  /** The page that mails the link again. */
  again: string;
}

/** For a browser that did not pay. Reveals nothing about the payer (docs/rules.md, "Paid in another browser"). */
function PaidInvite({ rows, currency, again }: PaidInviteProps) {
  const t = useTranslate();
  const { links } = usePage();
  return (
    <>
      <h1>{t('invite:paidAlready.heading')}</h1>
      <p>{t('invite:paidAlready.text')}</p>
      <ReceiptDetails sections={[{ id: 'order', title: t('checkout:summary.title'), rows, sentences: [] }]} />
      {currency && <CurrencyNote currency={currency} />}
      <p>{t('invite:paidAlready.mail')}</p>
      <div className="step-buttons">
        <a className="button primary" href={links.logIn}>
          {t('common:header.logIn')}
        </a>{' '}
        <a className="link-button" href={BASE_PATH + again}>
          {t('invite:paidAlready.again')}
        </a>
      </div>
    </>
  );
}

interface WhichSignUpProps extends Record<'main' | 'other', { intent: string; text: TextKey }> {
  words: 'invite:other' | 'invite:own';
}

/**
 * Asks which sign-up to continue, and reveals nothing about either (docs/rules.md, "Shared browsers").
 *
 * @param words for an invite beside another sign-up, or for a visitor with an invite who begins an own sign-up
 */
function WhichSignUp({ words, main, other }: WhichSignUpProps) {
  const t = useTranslate();
  return (
    <>
      <h1>{t(`${words}.heading`)}</h1>
      <p>{t(`${words}.text`)}</p>
      <p>{t(`${words}.advice`)}</p>
      <form method="post" action={`${BASE_PATH}/invite?index`} className="step-buttons">
        <PageMark />
        <button className="primary" name="intent" value={main.intent}>
          {t(main.text)}
        </button>{' '}
        <button className="secondary" name="intent" value={other.intent}>
          {t(other.text)}
        </button>
      </form>
    </>
  );
}
