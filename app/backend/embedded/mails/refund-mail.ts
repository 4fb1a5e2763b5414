import { formatMoney, type Currency } from '~/domain/money';
import type { PaymentType } from '~/domain/order';
import { orderNumberOf } from '~/domain/receipt/order-number';
import { toLanguage } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import { renderLetter, type MailBlock, greet, type MailSender } from './mail-parts.server';
import type { Mail } from './outbox.server';

interface GivenBack {
  orderId: string;
  recipient: string;
  firstName: string;
  /** As in the attempt. */
  language: string;
  /** Minor units. */
  amount: number;
  /** The provider's, which may differ from the order's. */
  currency: string;
  /** A void releases held money; a refund returns money that was taken. */
  way: 'void' | 'refund';
  paymentType: PaymentType;
  cardLastFour: string | null;
}

/** An operator's command sends it, and has only these settings. */
export type RefundSender = Pick<MailSender, 'brandName' | 'brandColor' | 'supportEmail'>;

/** Informs the payer of a refund: how much, where to, and when it arrives. */
export function makeRefundMail(
  sender: RefundSender,
  { orderId, recipient, firstName, way, paymentType, cardLastFour, ...given }: GivenBack,
): Mail {
  const language = toLanguage(given.language);
  const t = translate(language);
  const { brandName, supportEmail } = sender;
  const amount = formatMoney(given.amount, given.currency as Currency, language);
  const rows = [
    { name: t('backend:mail.refund.order'), values: [orderNumberOf(orderId) ?? orderId] },
    { name: t('backend:mail.refund.amount'), values: [amount] },
  ];
  const lines = [
    paymentType === 'creditCard' && cardLastFour !== null && t('backend:mail.refund.card', { lastFour: cardLastFour }),
    paymentType === 'paypal' && t('backend:mail.refund.payPal'),
    paymentType === 'venmo' && t('backend:mail.refund.venmo'),
    given.currency === 'USD' && t('checkout:summary.inDollars'),
  ].filter((line) => typeof line === 'string');
  const blocks: MailBlock[] = [
    greet(t, firstName),
    t(way === 'void' ? 'backend:mail.refund.released' : 'backend:mail.refund.refunded', { amount }),
    { rows },
    ...(lines.length === 0 ? [] : [{ lines }]),
    { heading: t('backend:mail.next') },
    t(way === 'void' ? 'backend:mail.refund.releasedWhen' : 'backend:mail.refund.refundedWhen'),
    {
      closing: [
        t('backend:mail.refund.why', { brand: brandName }),
        t('backend:mail.supportByMail', { email: supportEmail }),
      ],
    },
  ];
  const subject = t('backend:mail.refund.subject', { brand: brandName });
  const content = renderLetter(sender, { language, subject, blocks });
  return { kind: 'refund', recipient, orderId, ...content };
}
