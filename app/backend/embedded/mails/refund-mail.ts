import { formatMoney, type Currency } from '~/domain/money';
import type { PaymentType } from '~/domain/paid-order';
import { toLanguage } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import type { EmbeddedOptions } from '~/backend/embedded/context';
import { renderMail, type MailBlock } from './mail-parts.server';
import type { Mail } from './outbox.server';

interface GivenBack {
  orderId: string;
  recipient: string;
  firstName: string;
  /** As the attempt has it. */
  language: string;
  /** Minor units. */
  amount: number;
  currency: Currency;
  /** A void releases what was only held; a refund sends back what was taken. */
  way: 'void' | 'refund';
  paymentType: PaymentType;
  cardLastFour: string | null;
}

/** Tells who paid that money goes back, how much, where to, and when it is there. */
export function makeRefundMail(
  settings: Pick<EmbeddedOptions, 'brandName' | 'supportEmail'>,
  { orderId, recipient, firstName, way, paymentType, cardLastFour, ...given }: GivenBack,
): Mail {
  const language = toLanguage(given.language);
  const t = translate(language);
  const amount = formatMoney(given.amount, given.currency, language);
  const lines = [
    t('backend:mail.receipt.order', { orderId }),
    t('backend:mail.refund.amount', { amount }),
    given.currency === 'USD' && t('checkout:summary.inDollars'),
    paymentType === 'creditCard' && cardLastFour !== null && t('backend:mail.refund.card', { lastFour: cardLastFour }),
    paymentType === 'paypal' && t('backend:mail.refund.payPal'),
    paymentType === 'venmo' && t('backend:mail.refund.venmo'),
  ];
  const blocks: MailBlock[] = [
    t('backend:mail.receipt.greeting', { name: firstName }),
    t(way === 'void' ? 'backend:mail.refund.released' : 'backend:mail.refund.refunded', { amount }),
    { lines: lines.filter((line) => typeof line === 'string') },
    t(way === 'void' ? 'backend:mail.refund.releasedWhen' : 'backend:mail.refund.refundedWhen'),
    t('backend:mail.receipt.support', { email: settings.supportEmail }),
  ];
  const subject = t('backend:mail.refund.subject', { brand: settings.brandName });
  return { kind: 'refund', recipient, language, orderId, ...renderMail(subject, blocks, language) };
}
