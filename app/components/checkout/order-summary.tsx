import type { Currency } from '~/domain/money';
import type { PaidCode } from '~/domain/order';
import { couponName, lostParts } from '~/i18n/receipt-sections';
import type { Translate } from '~/i18n/translator';
import { CurrencyNote, useNamesDollars } from './currency-note';
import { OrderFigures, type OrderRow, type ShownOrder } from './order-figures';
import { useTranslate } from '~/components/page/use-translate';

/** Amounts are formatted for the visitor. */
export interface OrderLines {
  name: string;
  receiptText: string;
  years: 1 | 2;
  /** Names of the build-your-own options. */
  options: string[];
  /** Null if the backend returns no price before the order is priced. */
  packageFormatted: string | null;
  /** The price with an offer, where only the tax is missing. */
  beforeTaxFormatted?: string;
  currency: Currency;
  coParentFormatted?: string;
  /** A percentage of 0 means unknown. */
  coupon?: { percent: number; description: string | null; discountFormatted: string };
  codes?: PaidCode[];
  isVatIncluded: boolean;
  /** Null before the billing address is known. */
  totals: { taxAmountFormatted: string | null; totalFormatted: string | null } | null;
}

/** One line that expands on small screens; expanded on wider ones if the browser supports it (docs/rules.md, "Checkout views"). */
export function OrderSummary({ lines }: { lines: OrderLines }) {
  const t = useTranslate();
  return (
    <details className="order-summary">
      <summary>
        <span>{t('checkout:summary.title')}</span>{' '}
        <strong>{lines.totals?.totalFormatted ?? lines.beforeTaxFormatted ?? lines.packageFormatted}</strong>{' '}
        {!lines.totals && !lines.isVatIncluded && <span className="plus-tax">{t('checkout:summary.plusTax')}</span>}
      </summary>
      <h2>{t('checkout:summary.title')}</h2>
      <OrderBreakdown lines={lines} />
    </details>
  );
}

export function OrderBreakdown({ lines }: { lines: OrderLines }) {
  const t = useTranslate();
  const namesDollars = useNamesDollars()(lines.currency);
  return (
    <>
      <OrderFigures rows={orderRows(t, lines, namesDollars)} />
      {!lines.totals && <CurrencyNote currency={lines.currency} />}
    </>
  );
}

/** @param namesDollars the total names the currency */
function orderRows(t: Translate, lines: OrderLines, namesDollars: boolean): OrderRow[] {
  const { totals, isVatIncluded } = lines;
  const packageRow: OrderRow = {
    name: lines.name,
    term: t(`common:terms.${lines.years}`),
    options: lines.options,
    amount: lines.packageFormatted,
  };
  const rows = [packageRow, ...adjustmentRows(t, lines)];
  if (!totals) return [...rows, ...untaxedRows(t, lines)];
  const { taxAmountFormatted: tax, totalFormatted } = totals;
  const total: OrderRow = {
    kind: 'total',
    name: t(namesDollars ? 'checkout:summary.totalInDollars' : 'checkout:summary.total'),
    amount: totalFormatted,
  };
  if (!tax) return [...rows, total];
  // Tax is added to the rows above the total. VAT is part of the total, so it follows it.
  return isVatIncluded
    ? [...rows, total, { kind: 'later', name: t('checkout:summary.vatIncluded'), amount: tax }]
    : [...rows, { name: t('checkout:summary.tax'), amount: tax }, total];
}

function untaxedRows(t: Translate, { beforeTaxFormatted, isVatIncluded }: OrderLines): OrderRow[] {
  const total: OrderRow[] = beforeTaxFormatted
    ? [
        {
          kind: 'total',
          name: t(isVatIncluded ? 'checkout:summary.total' : 'checkout:summary.totalBeforeTax'),
          amount: beforeTaxFormatted,
        },
      ]
    : [];
  if (isVatIncluded) return total;
  return [...total, { kind: 'later', name: t('checkout:summary.tax'), amount: t('checkout:summary.taxLater') }];
}

function adjustmentRows(t: Translate, { coParentFormatted, coupon, codes = [] }: OrderLines): OrderRow[] {
  const rows: OrderRow[] = [];
  if (coParentFormatted) rows.push({ name: t('checkout:summary.coParent'), amount: coParentFormatted });
  if (coupon) {
    rows.push({ name: couponName(t, coupon), amount: `−${coupon.discountFormatted}` });
  }
  return [...rows, ...codes.map((code) => codeRow(t, code))];
}

function codeRow(t: Translate, code: PaidCode): OrderRow {
  const name = t('checkout:summary.code', { code: code.code });
  const { amount, amountFormatted } = code;
  if (amount === 0) return { kind: 'later', name, amount: t('checkout:summary.codeNotNeeded') };
  return { name, options: lostParts(t, code), amount: amountFormatted && `−${amountFormatted}` };
}

/** The summary's contents, for a script that updates it. */
export function shownOrder(t: Translate, lines: OrderLines, namesDollars: boolean): ShownOrder {
  return { rows: orderRows(t, lines, namesDollars), total: lines.totals?.totalFormatted ?? '' };
}
