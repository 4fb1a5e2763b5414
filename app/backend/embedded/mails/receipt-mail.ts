import type { EmbeddedOptions } from '~/backend/embedded/context';
import { BUILD_YOUR_OWN_PRICES, findPackage } from '~/backend/embedded/pricing/catalogue';
import type { FullPaymentAnswer } from '~/backend/embedded/pricing/full-answers';
import { findYears } from '~/backend/embedded/pricing/renewal';
import type { Order, Payer } from '~/domain/order';
import { isVatIncluded } from '~/domain/packages';
import type { Receipt } from '~/domain/receipt/receipt';
import type { Language } from '~/i18n/languages';
import { receiptSections, type ReceiptSection } from '~/i18n/receipt-sections';
import { translate } from '~/i18n/translator';
import { renderLetter, greet, hostOf, supportLine, type MailBlock, type MailSender } from './mail-parts.server';
import type { Mail } from './outbox.server';
import { withoutLinks } from './typed-name';

interface Paid {
  receipt: Receipt;
  recipient: string;
  firstName: string;
  /** ISO 3166-1 alpha-2, of the billing address. */
  country: string;
  orderId: string;
  /** The co-parent's invite: `none` without their e-mail; undefined if the payer named no co-parent. */
  invite: keyof typeof INVITE_TEXTS | undefined;
  language: Language;
}

const INVITE_TEXTS = {
  sent: 'backend:mail.receipt.invited',
  delayed: 'backend:mail.receipt.invitedLater',
  none: 'backend:mail.receipt.notInvited',
} as const;

/** The receipt for the payer's records. It has no link, so forwarding it gives no access to the account. */
export function makeReceiptMail(sender: MailSender, paid: Paid): Mail {
  const { receipt, recipient, firstName, country, orderId, language } = paid;
  const t = translate(language);
  const { brandName } = sender;
  const { total, totalFormatted: amount } = receipt.totals;
  const content = renderLetter(sender, {
    language,
    subject: t('backend:mail.receipt.subject', { brand: brandName }),
    blocks: [
      greet(t, firstName),
      amount === null || total === 0
        ? t('backend:mail.receipt.thanks')
        : t('backend:mail.receipt.received', { amount }),
      ...receiptSections(language, withoutTypedLinks(receipt)).flatMap(blocksOf),
      { heading: t('backend:mail.next') },
      t('backend:mail.receipt.next'),
      ...(paid.invite ? [t(INVITE_TEXTS[paid.invite])] : []),
      ...(receipt.isForCoParent ? [t('backend:mail.receipt.forCoParent')] : []),
      { closing: [t('backend:mail.receipt.why', { host: hostOf(sender) }), supportLine(t, sender, country)] },
    ],
  });
  return { kind: 'receipt', recipient, orderId, ...content };
}

function blocksOf({ title, rows, sentences }: ReceiptSection): MailBlock[] {
  return [{ heading: title }, ...(rows.length === 0 ? [] : [{ rows }]), ...sentences];
}

function withoutTypedLinks(receipt: Receipt): Receipt {
  const { name, address, email } = receipt.payer;
  return {
    ...receipt,
    payer: {
      email,
      name: name === null ? null : withoutLinks(name),
      address: address && {
        ...address,
        line1: withoutLinks(address.line1),
        line2: address.line2 === null ? null : withoutLinks(address.line2),
        city: withoutLinks(address.city),
        postalCode: withoutLinks(address.postalCode),
      },
    },
  };
}

interface OrderOf {
  answer: FullPaymentAnswer;
  order: Order;
  payer: Payer;
  /** IANA. */
  timeZone: string;
  language: Language;
}

/** The receipt of an order that was just registered, for the mail (`receiptSections` formats it). */
export function makeOrderReceipt(
  { seller, supportEmail }: Pick<EmbeddedOptions, 'seller' | 'supportEmail'>,
  { answer: { receipt, registration, pricingInfo }, order, payer, timeZone, language }: OrderOf,
): Receipt {
  const { renewal, orderNumber, terms, transactionDateTime, payForCoParent, paymentCodeDetails, ...paid } = receipt;
  return {
    ...paid,
    seller,
    supportEmail,
    timeZone,
    orderNumber: orderNumber ?? null,
    paidAt: transactionDateTime,
    payer: { ...payer, email: registration.parent.email },
    sold: describeSold(order, language),
    years: findYears(order),
    isVatIncluded: isVatIncluded(order.packageId),
    isForCoParent: payForCoParent,
    coupon: pricingInfo.couponDetail,
    codes: paymentCodeDetails,
    renewal: renewal ? { date: renewal.date, amount: renewal.totalFormatted } : null,
    terms: terms ?? null,
  };
}

function describeSold({ packageId, services }: Order, language: Language): Receipt['sold'] {
  const t = translate(language);
  const sold = findPackage(packageId);
  if (!sold) return null;
  const options = services.filter(isOption).map((code) => t(`backend:options.${code}`));
  return { name: t(`backend:packages.${sold.id}.name`), options, priceFormatted: null };
}

function isOption(code: string): code is keyof typeof BUILD_YOUR_OWN_PRICES.optionsPerYear {
  return Object.hasOwn(BUILD_YOUR_OWN_PRICES.optionsPerYear, code);
}
