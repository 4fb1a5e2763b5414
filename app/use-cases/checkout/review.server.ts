import type { Family } from '~/steps/family';
import { data, redirect } from '@remix-run/node';
import { promiseHash } from 'remix-utils/promise';
import { laterDay } from '~/domain/calendar-days';
import { isConsentRequired } from '~/domain/country-rules';
import type { JoinState, NoticeName } from '~/journeys/join-state';
import { getSignUpJourney } from '~/journeys/journey';
import { afterEndedFreeOrder, afterOutgrownCard, hasMethod, isConfirmedFor, methodFor } from '~/journeys/progress';
import type { RequestContext } from '~/server/request/request-context.server';
import type { ReviewPart } from '~/server/request/review-seals.server';
import { CONSENT } from '~/steps/consent';
import { BOX_TERMS } from '~/steps/control-fields';
import { findIntent, isLanguageSwitch } from '~/steps/intents';
import { parsePosted } from '~/steps/section';
import { reopenInvite } from '~/use-cases/invited/open-invite.server';
import { showAgain } from '~/use-cases/step/refuse.server';
import { redirectLater } from '~/use-cases/step/own-path.server';
import {
  findDraft,
  redirectToStep,
  requireStep,
  requireStepPost,
  takeNotice,
} from '~/use-cases/step/step-guard.server';
import { reportCheckoutStep } from './checkout-events.server';
import { findOffer } from './offer.server';
import { requireOrderLines } from './order-lines.server';
import { checkPayment, completePress, payAsShown } from './pay.server';
import { appliedCodesOf } from './payment-extras.server';
import { findRenewal, requirePricing } from './price.server';
import { openReview, paymentKeyOf, sealReview, readMessages } from './shown-review.server';

const SECONDS_BETWEEN_CHECKS = 5;

const NO_FORM = { answers: undefined, draft: undefined, notice: undefined };

/**
 * The data of Review, or of the page for a pending payment.
 *
 * @throws Response a redirect while the view is locked, and to the step after a checked payment
 */
export async function showReview(request: Request, context: RequestContext) {
  const state = requireStep(context, 'payment/review');
  if (state.attempt) {
    await checkPayment(context, state);
    const query = new URL(request.url).searchParams;
    const stays = redirectLater(context, { seconds: SECONDS_BETWEEN_CHECKS, path: context.page.path, query });
    return data({
      isChecking: true as const,
      hasForm: false,
      stays,
      outcomeUnknown: state.attempt.outcomeUnknown === true,
      ...NO_FORM,
    });
  }
  const invite = await reopenInvite(context, state);
  if (invite === 'completed') throw redirect('/invite', 303);
  const pricing = await requirePricing(context, state);
  // The payer's own press may have been lost with its process.
  if (invite === 'paid')
    throw redirect(await completePress(context, state, paymentKeyOf(context, state, pricing)), 303);
  // After a change in another tab, an order that was free may have a price but no payment method.
  if (pricing.totals.total > 0 && !hasMethod(state)) {
    context.session.update(afterEndedFreeOrder());
    throw redirectToStep(context, 'payment/method');
  }
  if (!isConfirmedFor(pricing.totals, state)) {
    context.session.update(afterOutgrownCard(state));
    throw redirectToStep(context, 'payment/method');
  }
  const { lines, renewal } = await promiseHash({
    lines: requireOrderLines(context, state, pricing),
    renewal: findRenewal(context, state, pricing),
  });
  const { years } = lines;
  reportCheckoutStep(context, state, { name: 'payment/review', event: 'viewed' });
  const { parent, billing, family } = state;
  const { card, paypal, venmo } = methodFor(pricing.totals.total, state);
  return data({
    isChecking: false as const,
    scripts: 'common' as const,
    parent,
    billing,
    coParent: family && !state.invited ? invitedPersonOf(family) : null,
    card: card ? { brand: card.brand, lastFour: card.lastFour } : null,
    paypal: paypal ? { email: paypal.email } : null,
    venmo: venmo ? { username: venmo.username } : null,
    offer: await findOffer(context, state, pricing),
    lines,
    reviewed: sealReview(context, state, { pricing, renewal, years }),
    spentCodes: appliedCodesOf(state, pricing).flatMap(({ code, isAccepted }) => (isAccepted ? [] : [code])),
    renewal: {
      amount: renewal?.formatted ?? null,
      years,
      date: laterDay(context.services.clock.now(), { years }, parent.timezone).toISOString(),
      timeZone: parent.timezone,
      isForCoParent: state.paysForCoParent ?? false,
      isFreeToday: pricing.totals.total === 0,
      isOffered: lines.coupon !== undefined,
    },
    isConsentRequired: isConsentRequired(billing.country),
    termsVersion: context.services.termsVersion,
    answers: undefined,
    draft: findAgreedDraft(context, state),
    notice: takeNotice(context, state),
  });
}

/** Without the box's tick if it was for other terms. The form names its terms. */
function findAgreedDraft(context: RequestContext, state: JoinState) {
  const draft = findDraft(context, 'payment/review', state);
  if (!draft || draft.initialValue?.[BOX_TERMS] === context.services.termsVersion) return draft;
  const { termsAndConditions: _outdated, ...initialValue } = draft.initialValue ?? {};
  return { ...draft, initialValue };
}

/** The co-parent, whom the payment invites if their e-mail is known. */
function invitedPersonOf({ coParent: { firstName, lastName, email } }: Family) {
  return { name: `${firstName} ${lastName}`, email: email ?? null };
}

type ReviewShown = ReturnType<typeof showAgain<{ changed: ReviewPart[] }>>;

/** Buys exactly the order that the submitted page showed, or rejects the payment. */
export async function postReview(request: Request, context: RequestContext): Promise<Response | ReviewShown> {
  const { state, form } = await requireStepPost(request, context, 'payment/review', {
    expired: (late) => (isPayNow(late) ? 'expiredUncharged' : undefined),
    outdated: (late, now) => findOutdatedNotice(context, late, now),
  });
  if (state.attempt) return redirectToStep(context, 'payment/review');
  const schema = CONSENT.schemaFor({ isRequired: isConsentRequired(state.billing.country) });
  const isForOtherTerms = form.has('termsAndConditions') && form.get(BOX_TERMS) !== context.services.termsVersion;
  const submission = parsePosted(form, schema);
  // Only another build's page has a second button here, and what it does is unknown.
  if (!isPayNow(form)) {
    const { errors, changed } = readMessages(form);
    const typed = isForOtherTerms ? withoutAgreement(form) : submission;
    return showAgain(form, typed, { formErrors: errors, status: 200, quiet: true, shown: { changed } });
  }
  // Boxes that the visitor has unticked since must not return with an earlier draft.
  context.posted.replaceDraft();
  const consent = submission.status === 'success' ? submission.value : undefined;
  const replaced = { ...state, drafts: context.session.state?.drafts };
  const step = await payAsShown(context, replaced, { shown: openReview(context, form), consent });
  if ('next' in step) return redirect(step.next, 303);
  const { changed } = step.shown ?? { changed: [] };
  const typed = isForOtherTerms || changed.includes('terms') ? withoutAgreement(form) : submission;
  context.posted.replaceDraft();
  return showAgain(form, typed, { ...step, shown: { changed } });
}

function isPayNow(form: FormData): boolean {
  return !isLanguageSwitch(form) && findIntent(form) === undefined && !form.has('back');
}

/** Undefined if the payment view shows why a payment was declined. */
function findOutdatedNotice(context: RequestContext, form: FormData, state: JoinState): NoticeName | undefined {
  const { firstUnfinished, getStep } = getSignUpJourney(context);
  const lacksMethod = firstUnfinished(state) === getStep('payment/method').path;
  if (lacksMethod && state.declined !== undefined) return undefined;
  return lacksMethod && openReview(context, form)?.payment.total === 0 ? 'somethingToPay' : 'overtakenUnpaid';
}

/** Unticks the box for changed terms, because the visitor has not agreed to the new ones. */
function withoutAgreement(form: FormData) {
  form.delete('termsAndConditions');
  return parsePosted(form, CONSENT.schemaFor({ isRequired: false }));
}
