import type { PricingInfo } from '~/backend/messages';
import type { AcceptedCode } from '~/components/payment-extras';
import { isSameCode } from '~/domain/activation-code';
import { afterPaymentExtras } from '~/journeys/parent/progress';
import type { JoinState } from '~/journeys/join-state';
import { requirePricing } from './checkout.server';
import type { RequestContext } from './request-context.server';

/** More than anybody holds, and few enough to price on every view. */
const MOST_CODES = 10;

interface Taken {
  state: JoinState;
  /** Something was typed as an activation code, and it pays nothing. */
  isCodeRefused: boolean;
}

/**
 * Takes what stands beside the card on the payment view: activation codes, and whether the co-parent is paid for too. A code counts when
 * the backend prices the order with it (spec, section 5, "Card, codes, consent"); an accepted one leaves its field.
 */
export async function takePaymentExtras(context: RequestContext, state: JoinState, form: FormData): Promise<Taken> {
  const codes = withoutRemoved(state.codes ?? [], form);
  // An invited co-parent pays for themselves alone (spec, section 6).
  const paysForCoParent = !state.invited && form.get('isPayingForCoparent') === 'on';
  const typed = String(form.get('subscriptionCode') ?? '').trim();
  const accepted = typed === '' ? codes : await accept(context, { ...state, paysForCoParent }, codes, typed);
  if (accepted) form.delete('subscriptionCode');
  const extras = { codes: accepted ?? codes, paysForCoParent };
  const isChanged =
    JSON.stringify(extras) !==
    JSON.stringify({ codes: state.codes ?? [], paysForCoParent: state.paysForCoParent ?? false });
  if (!isChanged) return { state, isCodeRefused: accepted === undefined };
  return { state: context.session.update(afterPaymentExtras(state, extras)), isCodeRefused: accepted === undefined };
}

/** The codes with the typed one; undefined where it is refused. */
async function accept(
  context: RequestContext,
  state: JoinState,
  codes: string[],
  typed: string,
): Promise<string[] | undefined> {
  const isSame = (code: string) => isSameCode(code, typed);
  if (codes.length >= MOST_CODES && !codes.some(isSame)) return undefined;
  const wanted = codes.some(isSame) ? codes : [...codes, typed];
  const { paymentCodeDetails } = await requirePricing(context, { ...state, codes: wanted });
  return paymentCodeDetails.some(({ code }) => isSame(code)) ? wanted : undefined;
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
  const removed = /^remove-code (.+)$/.exec(String(form.get('intent') ?? ''))?.[1];
  return removed === undefined ? codes : codes.filter((code) => !isSameCode(code, removed));
}
