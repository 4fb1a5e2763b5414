import type { PricingInfo } from '~/backend/schemas/prices';
import { withAsciiDigits } from '~/domain/digits';
import { canonicalActivationCode, isSameCode } from '~/domain/activation-code';
import type { Billed } from '~/journeys/journey';
import { afterPaymentExtras } from '~/journeys/progress';
import type { PaidCode } from '~/domain/order';
import type { JoinState } from '~/journeys/join-state';
import { requirePricing } from './price.server';
import { countAttempt, namesShownBefore, tooManyTries } from '~/use-cases/step/refuse.server';
import type { RequestContext } from '~/server/request/request-context.server';
import { findRemovedCode, isLanguageSwitch, listedCodeName } from '~/steps/intents';

/** More than any visitor has, but few enough to price on every view. */
const MAX_CODES = 10;

export interface AppliedCode extends PaidCode {
  /** Whether the backend still prices the order with it. It may omit the amount. */
  isAccepted: boolean;
}

/** The errors at the field of activation codes, or at listed codes. */
export interface RefusedCode {
  fieldErrors: Record<string, string[]>;
  status?: number;
}

interface AppliedExtras {
  state: Billed;
  /** Set if the typed code was rejected. */
  refusedCode?: RefusedCode;
}

const INVALID_CODE: RefusedCode = { fieldErrors: { subscriptionCode: ['checkout:exceptions.activationCode'] } };

/**
 * Applies activation codes and the co-parent box. A code is accepted if the backend prices the order with it (docs/rules.md, "Activation
 * codes").
 */
export async function applyPaymentExtras(
  context: RequestContext,
  state: Billed,
  form: FormData,
): Promise<AppliedExtras> {
  // A language switch does not check a code that is still being typed, unless the page already shows its error.
  if (isLanguageSwitch(form) && !namesShownBefore(form).includes('subscriptionCode')) return { state };
  const codes = withoutRemoved(state.codes ?? [], form);
  // docs/rules.md, "Paying for the co-parent"
  const paysForCoParent = !state.invited && form.get('isPayingForCoparent') === 'on';
  const typed = withAsciiDigits(String(form.get('subscriptionCode') ?? '')).trim();
  const added = typed === '' ? { codes } : await addCode(context, { ...state, paysForCoParent }, codes, typed);
  const refusedCode = 'codes' in added ? undefined : added;
  if (!refusedCode) form.delete('subscriptionCode');
  const extras = { codes: 'codes' in added ? added.codes : codes, paysForCoParent };
  const isChanged =
    JSON.stringify(extras) !==
    JSON.stringify({ codes: state.codes ?? [], paysForCoParent: state.paysForCoParent ?? false });
  if (!isChanged) return { state, refusedCode };
  const patch = afterPaymentExtras(state, extras);
  context.session.update(patch);
  return { state: { ...state, ...patch }, refusedCode };
}

async function addCode(
  context: RequestContext,
  state: Billed,
  codes: string[],
  typed: string,
): Promise<{ codes: string[] } | RefusedCode> {
  const isSame = (code: string) => isSameCode(code, typed);
  if (codes.length >= MAX_CODES && !codes.some(isSame)) return INVALID_CODE;
  const wait = await countAttempt(context, 'activationCode', { uniqueKey: canonicalActivationCode(typed) });
  if (wait !== undefined)
    return { fieldErrors: { subscriptionCode: tooManyTries(context, wait).formErrors }, status: 429 };
  const wanted = codes.some(isSame) ? codes : [...codes, typed];
  const { paymentCodeDetails } = await requirePricing(context, { ...state, codes: wanted });
  return paymentCodeDetails.some(({ code }) => isSame(code)) ? { codes: wanted } : INVALID_CODE;
}

/** Accepted codes may no longer pay: another visitor may have used one, and a code is only valid in its own currency. */
export function appliedCodesOf({ codes = [] }: JoinState, { paymentCodeDetails }: PricingInfo): AppliedCode[] {
  return codes.map((code) => {
    const detail = paymentCodeDetails.find((candidate) => isSameCode(candidate.code, code));
    return { amount: null, amountFormatted: null, ...detail, code, isAccepted: detail !== undefined };
  });
}

/** The errors at listed codes that are no longer accepted. The visitor must remove them before Continue (docs/rules.md, "Activation codes"). */
export function refuseSpentCodes(state: JoinState, pricing: PricingInfo): RefusedCode | undefined {
  const spent = appliedCodesOf(state, pricing).flatMap(({ isAccepted }, index): [string, string[]][] =>
    isAccepted ? [] : [[listedCodeName(index), ['checkout:extras.codeSpent']]],
  );
  return spent.length > 0 ? { fieldErrors: Object.fromEntries(spent) } : undefined;
}

function withoutRemoved(codes: string[], form: FormData): string[] {
  const removed = findRemovedCode(form);
  return removed === undefined ? codes : codes.filter((code) => !isSameCode(code, removed));
}
