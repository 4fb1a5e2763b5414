import type { FullPaymentAnswer } from '~/backend/embedded/pricing/full-answers';
import { localeOf } from '~/domain/languages';
import { isVatIncluded } from '~/domain/packages';
import type { Receipt } from '~/domain/receipt/receipt';
import type { Language } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import { findPackage } from '~/backend/embedded/pricing/catalogue';
import type { EmbeddedOptions } from '~/backend/embedded/context';
import { renderMail } from './mail-parts.server';
import type { Mail } from './outbox.server';

/** The link in the receipt. */
export interface WayBack {
  /** An absolute address. */
  href: string;
  /** How many days the link is valid. */
  days: number;
}

/** The receipt, with a link for setting username and password: a paid order outlives the browser's session. */
export function makeReceiptMail(
  settings: Pick<EmbeddedOptions, 'brandName' | 'supportEmail'>,
  paid: {
    answer: FullPaymentAnswer;
    receipt: Receipt;
    orderId: string;
    firstName: string;
    language: Language;
    wayBack: WayBack;
  },
): Mail {
  const t = translate(paid.language);
  const { receipt, registration, pricingInfo } = paid.answer;
  const { totals } = receipt;
  const sold = findPackage(registration.order.packageId);
  const coupon = pricingInfo.couponDetail;
  const date = new Intl.DateTimeFormat(localeOf(paid.language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const tax = sold && isVatIncluded(sold.id) ? 'vat' : 'tax';
  const lines = [
    paid.receipt.orderNumber && t('backend:mail.receipt.order', { orderId: paid.receipt.orderNumber }),
    sold && t('backend:mail.receipt.package', { package: t(`backend:packages.${sold.id}.receipt`) }),
    receipt.payForCoParent && t('backend:mail.receipt.forCoParent'),
    t('backend:mail.receipt.date', { date: date.format(new Date(receipt.transactionDateTime)) }),
    coupon && t('backend:mail.receipt.discount', { description: coupon.description, amount: coupon.discountFormatted }),
    totals.paymentCodeTotal > 0 && t('backend:mail.receipt.codes', { amount: totals.paymentCodeTotalFormatted }),
    tax === 'tax' && totals.taxAmount > 0 && t('backend:mail.receipt.tax', { amount: totals.taxAmountFormatted }),
    t('backend:mail.receipt.total', { amount: totals.totalFormatted }),
    totals.currencyCode === 'USD' && t('checkout:summary.inDollars'),
    tax === 'vat' && totals.taxAmount > 0 && t('backend:mail.receipt.vat', { amount: totals.taxAmountFormatted }),
    receipt.cardLastFour !== null && t('backend:mail.receipt.card', { lastFour: receipt.cardLastFour }),
    receipt.paymentType === 'paypal' && t('backend:mail.receipt.payPal'),
    receipt.paymentType === 'venmo' && t('backend:mail.receipt.venmo'),
    receipt.transactionId !== null && t('backend:mail.receipt.transaction', { id: receipt.transactionId }),
  ];
  const blocks = [
    t('backend:mail.receipt.greeting', { name: paid.firstName }),
    t('backend:mail.receipt.thanks'),
    { lines: lines.filter((line) => typeof line === 'string') },
    {
      before: t('backend:mail.receipt.credentials'),
      href: paid.wayBack.href,
      label: t('backend:mail.receipt.open'),
    },
    t('backend:mail.receipt.credentialsNote', { days: paid.wayBack.days }),
    t('backend:mail.receipt.renewal'),
    t('backend:mail.receipt.support', { email: settings.supportEmail }),
  ];
  return {
    kind: 'receipt',
    recipient: registration.parent.email,
    language: paid.language,
    orderId: paid.orderId,
    ...renderMail(t('backend:mail.receipt.subject', { brand: settings.brandName }), blocks, paid.language),
  };
}
