import type { EmbeddedOptions } from '~/backend/embedded/context';
import { BUILD_YOUR_OWN_PRICES, findPackage } from '~/backend/embedded/pricing/catalogue';
import type { FullPaymentAnswer } from '~/backend/embedded/pricing/full-answers';
import { findYears } from '~/backend/embedded/pricing/renewal';
import type { Order } from '~/domain/order';
import { isVatIncluded } from '~/domain/packages';
import type { Payer } from '~/domain/receipt/payer';
import type { Receipt } from '~/domain/receipt/receipt';
import type { Language } from '~/i18n/languages';
import { translate } from '~/i18n/translator';

interface OrderOf {
  answer: FullPaymentAnswer;
  order: Order;
  payer: Payer;
  /** IANA. */
  timeZone: string;
  language: Language;
}

/** The receipt of an order that was just registered, for the mail (`receiptSections` puts it into words). */
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
