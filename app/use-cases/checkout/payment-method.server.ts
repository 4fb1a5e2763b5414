import { safe } from '@orpc/client';
import { data } from '@remix-run/node';
import { promiseHash } from 'remix-utils/promise';
import type { PricingInfo } from '~/backend/schemas/prices';
import type { OrderLines } from '~/components/checkout/order-summary';
import type { WalletName } from '~/domain/order';
import type { Billed } from '~/journeys/journey';
import { afterMethod, afterNothingToPay, hasMethod, methodFor, type Patch } from '~/journeys/progress';
import type { RequestContext } from '~/server/request/request-context.server';
import {
  findChangedExtra,
  findIntent,
  INTENTS,
  MORE_TIME_GIVEN,
  isLanguageSwitch,
  type ChangedExtra,
} from '~/steps/intents';
import { requireUnpaidInvite } from '~/use-cases/invited/open-invite.server';
import { showAgain } from '~/use-cases/step/refuse.server';
import { findDraft, finishStep, requireStep, requireStepPost, takeNotice } from '~/use-cases/step/step-guard.server';
import { hasCardFields, isCardLeftBlank, decideCardForm, readCard, readNoCard } from './card-entry.server';
import { signUpCalls } from './checkout-calls.server';
import { reportCheckoutStep } from './checkout-events.server';
import { openProvider } from './hosted-card.server';
import { findOffer } from './offer.server';
import { requireOrderLines, findOrderLines } from './order-lines.server';
import { appliedCodesOf, applyPaymentExtras, refuseSpentCodes } from './payment-extras.server';
import { requirePricing, findPrice } from './price.server';
import { redirectToWallet, decidePayPalOffer, takeVenmo } from './wallets.server';

/**
 * The data of the payment view.
 *
 * @throws Response a redirect while the view is locked, and to the packages if the order cannot be priced
 */
export async function showMethod(context: RequestContext) {
  const opened = requireStep(context, 'payment/method');
  await requireUnpaidInvite(context, opened);
  const draft = findDraft(context, 'payment/method', opened);
  // The displayed total is that of the box on the page, which shows a form just posted rather than an earlier draft.
  const posted = context.posted.findForm();
  const box = posted ? posted.get('isPayingForCoparent') : draft?.initialValue?.isPayingForCoparent;
  const state = opened.invited || !(posted ?? draft) ? opened : { ...opened, paysForCoParent: box === 'on' };
  const [pricing, toggled] = await Promise.all([requirePricing(context, state), findToggledOrder(context, state)]);
  reportCheckoutStep(context, state, { name: 'payment/method', event: 'viewed' });
  const { provider, ...found } = await promiseHash({
    provider: openProvider(context, state, { pricing, toggled: toggled?.pricing }),
    takesPlainCards: decideCardForm(context, state),
    offersPayPal: decidePayPalOffer(context, state),
    offer: findOffer(context, state, pricing),
    declined: findDecline(context, state),
    lines: requireOrderLines(context, state, pricing),
  });
  return data({
    // A rejected form with a good card may just have locked Review.
    dots: context.journey.progressOf(context.session.state ?? opened),
    toggledLines: toggled?.lines,
    scripts: 'payment' as const,
    card: state.card && { brand: state.card.brand, lastFour: state.card.lastFour },
    answers: {
      cardHolderName: state.card?.cardHolderName ?? suggestHolder(state),
      isPayingForCoparent: state.paysForCoParent ? 'on' : undefined,
    },
    approved: state.paypal ? ('payPal' as const) : state.venmo ? ('venmo' as const) : undefined,
    hasErrors: found.declined !== undefined && !context.page.address.endsWith(MORE_TIME_GIVEN),
    draft,
    codes: appliedCodesOf(state, pricing),
    coParentPrice: state.invited ? null : pricing.totals.selectedPackageTotalFormatted,
    coParentAdds: toggled && Math.abs(toggled.pricing.totals.total - pricing.totals.total),
    isNothingToPay: pricing.totals.total === 0,
    notice: takeNotice(context, state),
    ...provider,
    ...found,
  });
}

/**
 * Applies activation codes and the co-parent's box, then handles the pressed button.
 *
 * @throws Response as `showMethod` does
 */
export async function postMethod(request: Request, context: RequestContext): Promise<Response | MethodShown> {
  const { state, form } = await requireStepPost(request, context, 'payment/method');
  try {
    return await submitMethod(context, state, form);
  } catch (thrown) {
    // A redirect to the packages means that the order cannot be priced. The draft keeps the input.
    if (thrown instanceof Response) context.posted.saveDraft();
    throw thrown;
  }
}

/** Nothing beside a wallet's approval: a visitor who opens the card fields then types the name of that card. */
function suggestHolder({ parent, paypal, venmo }: Billed): string | undefined {
  return paypal || venmo ? undefined : `${parent.firstName} ${parent.lastName}`;
}

type MethodShown = ReturnType<typeof showAgain<{ changed?: ChangedExtra }>>;

async function submitMethod(context: RequestContext, before: Billed, form: FormData) {
  const changed = findChangedExtra(form);
  const { state, refusedCode } = await applyPaymentExtras(context, before, form);
  context.posted.replaceDraft();
  const pricing = await requirePricing(context, state);
  const { totals } = pricing;
  // A free order needs no other method, and an older Review then says itself that it charged nothing.
  if (totals.total === 0 && state.declined !== undefined) context.session.update({ declined: undefined });
  // A changed co-parent's box may end a free order, whose page has no fields for a card.
  const mayHaveBeenFree = state !== before && !hasCardFields(form);
  const wasFree = mayHaveBeenFree && (await findPrice(context, before))?.totals.total === 0;
  if (wasFree) form.set('cardHolderName', suggestHolder(state) ?? '');
  const { submission, enter } =
    totals.total > 0 ? await readCard(context, state, { form, currency: totals.currencyCode }) : readNoCard(form);
  const intent = findIntent(form);
  const leadsOn = intent === undefined || intent === INTENTS.paypal || intent === INTENTS.venmo;
  const refused = refusedCode ?? (leadsOn && !isLanguageSwitch(form) ? refuseSpentCodes(state, pricing) : undefined);
  if (refused) {
    await keepMethod();
    return showAgain(form, submission, { quiet: true, ...refused });
  }
  if (isLanguageSwitch(form)) return showAgain(form, submission);
  const finishFree = totals.total === 0 ? () => complete(afterNothingToPay()) : undefined;
  switch (intent) {
    case undefined:
      return (finishFree ?? payByCard)();
    case INTENTS.paypal:
      return (finishFree ?? (() => startWallet('paypal')))();
    case INTENTS.venmo:
      return (finishFree ?? payByVenmo)();
    case INTENTS.openVenmo:
      return (finishFree ?? prepareVenmo)();
    default:
      // Apply and Remove were handled above.
      return showAgain(form, submission, { quiet: true, shown: { changed } });
  }

  /** Stores an approval and a valid card even if the code is wrong, because neither is sent back to the page. */
  async function keepMethod() {
    const venmo = intent === INTENTS.venmo ? await takeVenmo(context, state, form) : null;
    if (venmo) return context.session.update({ ...afterMethod({ venmo }), lastCompletedPaymentStep: 1 });
    if (isCardLeftBlank(form)) return;
    const entered = await enter();
    if ('card' in entered) context.session.update({ ...afterMethod(entered), lastCompletedPaymentStep: 1 });
  }

  async function startWallet(name: WalletName) {
    const started = await redirectToWallet(context, state, { name, totals });
    return started instanceof Response ? started : showAgain(form, submission, started);
  }

  async function payByVenmo() {
    const venmo = await takeVenmo(context, state, form);
    return venmo ? complete(afterMethod({ venmo })) : startWallet('venmo');
  }

  /** The page's script is about to open Venmo, which may come back to a new page. */
  function prepareVenmo() {
    context.posted.saveDraft();
    context.session.update({ isVenmoOpened: true });
    return showAgain(form, submission, { quiet: true });
  }

  async function payByCard() {
    // Uses the stored method if no new card was entered.
    if (hasMethod(state) && isCardLeftBlank(form)) return complete(afterMethod(methodFor(totals.total, state)));
    if (wasFree) return showAgain(form, submission, { quiet: true, shown: { changed: { what: 'total' } } });
    const entered = await enter();
    return 'card' in entered ? complete(afterMethod(entered)) : showAgain(form, submission, entered);
  }

  function complete(patch: Patch) {
    reportCheckoutStep(context, state, { name: 'payment/method', event: 'completed' });
    return finishStep(context, 'payment/method', state, patch);
  }
}

/** The order with the co-parent's box toggled, so that the page can show it before the form is sent. */
interface ToggledOrder {
  pricing: PricingInfo;
  lines: OrderLines;
}

/** Null for parent B, who has no such box, and if the order cannot be priced. The page then updates the total after the form is sent. */
async function findToggledOrder(context: RequestContext, state: Billed): Promise<ToggledOrder | null> {
  if (state.invited) return null;
  const toggled = { ...state, paysForCoParent: !state.paysForCoParent };
  const pricing = await findPrice(context, toggled);
  const lines = pricing && (await findOrderLines(context, toggled, pricing));
  return lines ? { pricing, lines } : null;
}

/**
 * The message about a failed payment (docs/rules.md, "Unknown outcomes"). Repeats an earlier look-up, because the provider may have taken
 * the money meanwhile. In that case the money is returned.
 */
async function findDecline(context: RequestContext, state: Billed): Promise<string | undefined> {
  const { declined, declinedKey } = state;
  if (declined === undefined || declinedKey === undefined) return declined;
  const { data } = await safe(signUpCalls(context, state).getPayment(declinedKey));
  return data?.state === 'failed' ? data.exception : declined;
}
