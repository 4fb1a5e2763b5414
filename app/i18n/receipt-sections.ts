import { laterDay } from '~/domain/calendar-days';
import { findBrand } from '~/domain/cards';
import { hasRightOfWithdrawal, WITHDRAWAL_DAYS } from '~/domain/country-rules';
import { LANGUAGES } from '~/domain/languages';
import { couponPercent } from '~/domain/prices';
import type { PaidCode } from '~/domain/order';
import type { Receipt } from '~/domain/receipt/receipt';
import { addressLines } from './address-lines';
import { dateFormat, formatDay, numberFormat } from './formats';
import type { Language } from './languages';
import { renewalText } from './renewal-text';
import { translate, type Translate } from './translator';

/** A part of a receipt, with named amounts and sentences. */
export interface ReceiptSection {
  id: 'details' | 'order' | 'payment' | 'renewal' | 'addresses' | 'withdrawal' | 'terms';
  title: string;
  rows: ReceiptRow[];
  sentences: string[];
}

export interface ReceiptRow {
  name: string;
  /** Details of the name, such as the options of a package. */
  parts?: string[];
  /** One per line. Empty if the amount is unknown. */
  values: string[];
  isTotal?: true;
}

interface Words {
  t: Translate;
  language: Language;
}

/** The contents of a receipt in the reader's language and in reading order. Omits what is unknown. */
export function receiptSections(language: Language, receipt: Receipt): ReceiptSection[] {
  const words = { t: translate(language), language };
  const sections = [detailsOf, orderOf, paymentOf, renewalOf, addressesOf, withdrawalOf, termsOf].map((make) =>
    make(words, receipt),
  );
  return sections.filter(({ rows, sentences }) => rows.length + sentences.length > 0);
}

function detailsOf({ t, language }: Words, { orderNumber, paidAt, timeZone, totals }: Receipt): ReceiptSection {
  // Fits on one line on a phone.
  const format = dateFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return {
    id: 'details',
    title: t('checkout:receipt.title'),
    rows: [
      ...row(t('checkout:receipt.orderNumber'), orderNumber),
      ...row(
        t(totals.total === 0 ? 'parent:receipt.orderedOn' : 'parent:receipt.paidOn'),
        format.format(new Date(paidAt)),
      ),
    ],
    sentences: [],
  };
}

function orderOf({ t, language }: Words, receipt: Receipt): ReceiptSection {
  const { sold, years, totals, coupon, codes, isForCoParent, isVatIncluded, payer } = receipt;
  const name = [sold?.name ?? t('checkout:receipt.subscription'), years === null ? '' : t(`common:terms.${years}`)];
  const packageAmount = totals.selectedPackageTotalFormatted ?? sold?.priceFormatted ?? null;
  const percent = couponPercent(coupon?.discount ?? 0, totals.subTotal ?? 0);
  const namesDollars = LANGUAGES[language].namesDollars || (payer.address?.country ?? 'US') !== 'US';
  const tax = row(taxName({ t, language }, receipt), totals.taxAmountFormatted);
  const total = row(t('checkout:summary.total'), totals.totalFormatted).map((sum) => ({
    ...sum,
    isTotal: true as const,
  }));
  return {
    id: 'order',
    title: t('checkout:summary.title'),
    rows: [
      {
        name: name.filter(Boolean).join(', '),
        ...(sold && sold.options.length > 0 && { parts: sold.options }),
        values: packageAmount === null ? [] : [packageAmount],
      },
      ...row(t('checkout:summary.coParent'), isForCoParent ? totals.selectedPackageTotalFormatted : null),
      ...row(
        couponName(t, { percent, description: coupon?.description ?? null }),
        coupon?.discountFormatted == null ? null : `−${coupon.discountFormatted}`,
      ),
      ...codes.map((code) => codeRow(t, code)),
      // As on Review, VAT follows the total that it is part of.
      ...(isVatIncluded ? [...total, ...tax] : [...tax, ...total]),
    ],
    sentences: totals.currencyCode === 'USD' && namesDollars ? [t('checkout:summary.inDollars')] : [],
  };
}

/** @param coupon its `percent` is 0 if unknown or below 1 */
export function couponName(t: Translate, coupon: { percent: number; description: string | null }): string {
  const { percent, description } = coupon;
  return percent > 0 ? t('checkout:summary.coupon', { percent }) : description || t('checkout:summary.unnamedCoupon');
}

function codeRow(t: Translate, code: PaidCode): ReceiptRow {
  const name = t('checkout:summary.code', { code: code.code });
  const { amount, amountFormatted } = code;
  if (amount === 0) return { name, values: [t('checkout:summary.codeNotNeeded')] };
  return { name, parts: lostParts(t, code), values: amountFormatted === null ? [] : [`−${amountFormatted}`] };
}

/** States how much of a larger code's value is lost. Empty if nothing is. */
export function lostParts(t: Translate, { unused, unusedFormatted }: PaidCode): string[] {
  return unused && unusedFormatted ? [t('checkout:summary.codeLost', { amount: unusedFormatted })] : [];
}

function taxName({ t, language }: Words, { isVatIncluded, totals: { taxRate } }: Receipt): string {
  if (!taxRate) return t(isVatIncluded ? 'checkout:summary.vatIncluded' : 'checkout:summary.tax');
  const rate = numberFormat(language, { style: 'percent', maximumFractionDigits: 3 }).format(taxRate / 100);
  return t(isVatIncluded ? 'checkout:summary.vatIncludedAt' : 'checkout:summary.taxAt', { rate });
}

/** From the street to the country, if the address in one line has these three parts. */
function placeLines(address: string): string[] {
  const [, street, town, country] = /^(.+?), (.+), (.+)$/.exec(address) ?? [];
  return street && town && country ? [street, town, country] : [address];
}

function paymentOf({ t }: Words, receipt: Receipt): ReceiptSection {
  const { paymentType, cardLastFour, cardBrand, transactionId, totals } = receipt;
  // A free order has no payment method.
  const isPaid = totals.total !== 0 && paymentType !== null;
  const brand = findBrand(cardBrand ?? '');
  return {
    id: 'payment',
    title: t('parent:receipt.paymentTitle'),
    rows: [
      ...row(t('parent:receipt.paidWith'), isPaid ? t(`parent:receipt.types.${paymentType}`) : null),
      ...(brand && cardLastFour !== null
        ? row(
            t('parent:receipt.card'),
            t('checkout:review.card', { brand: t(`checkout:brands.${brand}`), lastFour: cardLastFour }),
          )
        : row(t('parent:receipt.cardLastFour'), cardLastFour)),
      ...row(t('parent:receipt.transactionId'), transactionId),
      ...row(t('parent:receipt.amount'), totals.totalFormatted),
    ],
    sentences: [],
  };
}

/** Below the total, because they are long. */
function addressesOf({ t, language }: Words, { seller, payer }: Receipt): ReceiptSection {
  return {
    id: 'addresses',
    title: t('checkout:receipt.addresses'),
    rows: [
      {
        name: t('checkout:receipt.seller'),
        values: [
          seller.name,
          ...placeLines(seller.address),
          ...(seller.taxId === undefined ? [] : [t('checkout:receipt.taxId', { taxId: seller.taxId })]),
        ],
      },
      {
        name: t('checkout:receipt.buyer'),
        values: [
          ...(payer.name === null ? [] : [payer.name]),
          ...(payer.address ? addressLines(language, payer.address) : []),
          payer.email,
        ],
      },
    ],
    sentences: [],
  };
}

function renewalOf({ t, language }: Words, receipt: Receipt): ReceiptSection {
  const { renewal, years, timeZone, isForCoParent, totals, coupon, supportEmail } = receipt;
  const section = { id: 'renewal' as const, title: t('checkout:renewal.title'), rows: [] };
  if (!renewal || years === null) return { ...section, sentences: [] };
  const isFreeToday = totals.total === 0;
  const isOffered = coupon !== null;
  return {
    ...section,
    sentences: [
      renewalText(t, language, { ...renewal, years, timeZone, isForCoParent, isFreeToday, isOffered }),
      t('checkout:receipt.cancel', { email: supportEmail }),
    ],
  };
}

/** The operator's text, if it exists in this language or its fallback. */
function withdrawalOf({ t, language }: Words, receipt: Receipt): ReceiptSection {
  const { payer, seller, paidAt, timeZone, supportEmail } = receipt;
  const isGiven = payer.address !== null && hasRightOfWithdrawal(payer.address.country);
  const lastDay = laterDay(new Date(paidAt), { days: WITHDRAWAL_DAYS }, timeZone);
  const date = formatDay(language, lastDay.toISOString(), timeZone);
  const said = seller.withdrawal[language] ?? seller.withdrawal[LANGUAGES[language].fallback ?? language];
  return {
    id: 'withdrawal',
    title: t('checkout:receipt.withdrawalTitle'),
    rows: [],
    sentences: isGiven ? [said ?? t('checkout:receipt.withdrawal', { date, email: supportEmail })] : [],
  };
}

function termsOf({ t, language }: Words, { terms, timeZone }: Receipt): ReceiptSection {
  const section = { id: 'terms' as const, title: t('checkout:consent.label'), rows: [] };
  if (!terms) return { ...section, sentences: [] };
  const format = dateFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone });
  const { version, agreedAt } = terms;
  return {
    ...section,
    sentences: [t('checkout:receipt.terms', { version, date: format.format(new Date(agreedAt)) })],
  };
}

function row(name: string, value: string | null): ReceiptRow[] {
  return value === null ? [] : [{ name, values: [value] }];
}
