import { formatDay } from './formats';
import type { Language } from './languages';
import type { Translate } from './translator';

/** The next renewal of an order. */
export interface Renewal {
  /** Formatted; null if unknown. */
  amount: string | null;
  years: 1 | 2;
  /** ISO 8601, with or without a time. */
  date: string;
  /** IANA, the buyer's. */
  timeZone: string;
  /** Also renews the co-parent's subscription. */
  isForCoParent: boolean;
  /** Nothing is charged today, so no payment method is known. */
  isFreeToday: boolean;
  /** An offer reduces only today's payment. */
  isOffered: boolean;
}

/** The same as `renewalText` and how to cancel, in one sentence. */
export function renewalSentence(t: Translate, language: Language, { email, ...renewal }: Renewal & { email: string }) {
  const { years, isForCoParent, isFreeToday } = renewal;
  const amount = amountOf(t, renewal);
  const date = formatDay(language, renewal.date, renewal.timeZone);
  const subject = isForCoParent ? 'both' : 'own';
  const means = isFreeToday ? 'due' : 'billed';
  const renews = t(`checkout:renewal.sentence.renews.${subject}.${years}`);
  if (amount === null) {
    const then = t(`checkout:renewal.sentence.${means}.${subject}.inFull`, { date });
    return t('checkout:renewal.sentence.inFull', { renews, then, email });
  }
  const then = t(`checkout:renewal.sentence.${means}.${subject}.amount`, { date, amount });
  return t('checkout:renewal.sentence.amount', { renews, then, email });
}

/** The sentences about the renewal: what renews, when, for how much, and whether it is charged automatically. */
export function renewalText(t: Translate, language: Language, renewal: Renewal): string {
  const { years, isForCoParent, isFreeToday } = renewal;
  const amount = amountOf(t, renewal);
  const date = formatDay(language, renewal.date, renewal.timeZone);
  const subject = isForCoParent ? 'both' : 'own';
  const means = isFreeToday ? 'due' : 'billed';
  return [
    t(`checkout:renewal.renews.${subject}.${years}`),
    amount === null
      ? t(`checkout:renewal.${means}.${subject}.inFull`, { date })
      : t(`checkout:renewal.${means}.${subject}.amount`, { date, amount }),
    ...(isFreeToday ? [t('checkout:renewal.asksThen')] : []),
  ].join(' ');
}

/** Says why the amount is higher than today's. */
function amountOf(t: Translate, { amount, isOffered }: Renewal): string | null {
  return amount !== null && isOffered ? t('checkout:renewal.withoutOffer', { amount }) : amount;
}
