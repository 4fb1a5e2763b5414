import type { PricingInfo } from '~/backend/schemas/prices';
import { canonicalActivationCode, isSameCode } from '~/domain/activation-code';
import { afterPaymentExtras } from '~/journeys/parent/progress';
import type { JoinState } from '~/journeys/join-state';
import type { Billed } from '~/journeys/open-states';
import { requirePricing } from './checkout.server';
import { checkRateLimit } from '~/use-cases/step/check-rate-limit.server';
import type { RequestContext } from '~/server/request/request-context.server';
import { removedCode } from '~/forms/intents';

/** More than anybody holds, and few enough to price on every view. */
const MOST_CODES = 10;

/** An activation code that was accepted, with what it pays; null where it does not pay any more. */
export interface AcceptedCode {
  code: string;
  amountFormatted: string | null;
}

interface Taken {
  state: Billed;
  /** What the page says of a code that was typed and not accepted, for `formError`. */
  refusedCode?: { fieldErrors: Record<string, string[]>; status?: number };
}

const PAYS_NOTHING = { fieldErrors: { subscriptionCode: ['checkout:exceptions.activationCode'] } };
const TOO_MANY_CODES = { fieldErrors: { subscriptionCode: ['errors:tooManyTries'] }, status: 429 };

/**
 * Takes what stands beside the card on the payment view: activation codes, and whether the co-parent is paid for too. A code counts when
 * the backend prices the order with it (docs/rules.md, "Activation codes"); an accepted one leaves its field.
 */
export async function takePaymentExtras(context: RequestContext, state: Billed, form: FormData): Promise<Taken> {
  const codes = withoutRemoved(state.codes ?? [], form);
  // An invited co-parent pays for themselves alone (docs/rules.md, "Paying for the co-parent").
  const paysForCoParent = !state.invited && form.get('isPayingForCoparent') === 'on';
  const typed = String(form.get('subscriptionCode') ?? '').trim();
  const answer = typed === '' ? { codes } : await accept(context, { ...state, paysForCoParent }, codes, typed);
  const refusedCode = 'codes' in answer ? undefined : answer;
  if (!refusedCode) form.delete('subscriptionCode');
  const extras = { codes: 'codes' in answer ? answer.codes : codes, paysForCoParent };
  const isChanged =
    JSON.stringify(extras) !==
    JSON.stringify({ codes: state.codes ?? [], paysForCoParent: state.paysForCoParent ?? false });
  if (!isChanged) return { state, refusedCode };
  const patch = afterPaymentExtras(state, extras);
  context.session.update(patch);
  return { state: { ...state, ...patch }, refusedCode };
}

/** The codes with the typed one, or what the page says where it is refused. */
async function accept(
  context: RequestContext,
  state: Billed,
  codes: string[],
  typed: string,
): Promise<{ codes: string[] } | NonNullable<Taken['refusedCode']>> {
  const isSame = (code: string) => isSameCode(code, typed);
  if (codes.length >= MOST_CODES && !codes.some(isSame)) return PAYS_NOTHING;
  if (!(await checkRateLimit(context, 'activationCode', { uniqueKey: canonicalActivationCode(typed) })))
    return TOO_MANY_CODES;
  const wanted = codes.some(isSame) ? codes : [...codes, typed];
  const { paymentCodeDetails } = await requirePricing(context, { ...state, codes: wanted });
  return paymentCodeDetails.some(({ code }) => isSame(code)) ? { codes: wanted } : PAYS_NOTHING;
}

/**
 * The accepted codes with what each pays; null for one that does not pay any more, because somebody else spent it meanwhile.
 */
export function codesOf({ codes = [] }: JoinState, { paymentCodeDetails }: PricingInfo): AcceptedCode[] {
  return codes.map((code) => {
    const detail = paymentCodeDetails.find((candidate) => isSameCode(candidate.code, code));
    return { code, amountFormatted: detail?.amountFormatted ?? null };
  });
}

function withoutRemoved(codes: string[], form: FormData): string[] {
  const removed = removedCode(form);
  return removed === undefined ? codes : codes.filter((code) => !isSameCode(code, removed));
}
