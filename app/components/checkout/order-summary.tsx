import type { ReactNode } from 'react';
import type { Currency } from '~/domain/money';
import { CurrencyNote } from './currency-note';
import { useTranslate } from '~/components/page/use-translate';

/** Amounts are formatted for the visitor. */
export interface OrderLines {
  name: string;
  receiptText: string;
  years: 1 | 2;
  /** Names of the build-your-own options. */
  options: string[];
  /** Null where the backend does not say a price before the order is priced. */
  packageFormatted: string | null;
  currency: Currency;
  coParentFormatted?: string;
  /** A percentage of 0 is not known. */
  coupon?: { percent: number; description: string | null; discountFormatted: string };
  codes?: { code: string; amountFormatted: string | null }[];
  isVatIncluded: boolean;
  /** Null before the billing address is known. */
  totals: { taxAmountFormatted: string | null; totalFormatted: string | null } | null;
}

/** Folds on small screens (docs/rules.md, "Checkout views"). */
export function OrderSummary({ lines }: { lines: OrderLines }) {
  const t = useTranslate();
  return (
    <details className="order-summary" open>
      <summary>
        <span>{t('checkout:summary.title')}</span>{' '}
        <strong>{lines.totals?.totalFormatted ?? lines.packageFormatted}</strong>
      </summary>
      <OrderBreakdown lines={lines} />
    </details>
  );
}

export function OrderBreakdown({ lines }: { lines: OrderLines }) {
  return (
    <>
      <Figures lines={lines} />
      <CurrencyNote currency={lines.currency} />
    </>
  );
}

function Figures({ lines }: { lines: OrderLines }) {
  const t = useTranslate();
  const { totals } = lines;
  return (
    <dl className="figures">
      <div>
        <dt>
          {lines.name} <span className="term">{t(`common:terms.${lines.years}`)}</span>
          {lines.options.length > 0 && (
            <ul>
              {lines.options.map((option) => (
                <li key={option}>{option}</li>
              ))}
            </ul>
          )}
        </dt>
        {lines.packageFormatted && <dd>{lines.packageFormatted}</dd>}
      </div>
      <Adjustments lines={lines} />
      {totals && (
        <>
          {totals.taxAmountFormatted && (
            <div>
              <dt>{t(lines.isVatIncluded ? 'checkout:summary.vatIncluded' : 'checkout:summary.tax')}</dt>
              <dd>{totals.taxAmountFormatted}</dd>
            </div>
          )}
          <div className="total">
            <dt>{t('checkout:summary.total')}</dt>
            <dd>{totals.totalFormatted}</dd>
          </div>
        </>
      )}
      {!totals && !lines.isVatIncluded && (
        <div className="later">
          <dt>{t('checkout:summary.tax')}</dt>
          <dd>{t('checkout:summary.taxLater')}</dd>
        </div>
      )}
    </dl>
  );
}

function Adjustments({ lines: { coParentFormatted, coupon, codes = [] } }: { lines: OrderLines }) {
  const t = useTranslate();
  return (
    <>
      {coParentFormatted && <Figure name={t('checkout:summary.coParent')}>{coParentFormatted}</Figure>}
      {coupon && (
        <Figure
          name={
            coupon.percent > 0 ? t('checkout:summary.coupon', { percent: coupon.percent }) : (coupon.description ?? '')
          }
        >
          −{coupon.discountFormatted}
        </Figure>
      )}
      {codes.map(({ code, amountFormatted }) => (
        <Figure key={code} name={t('checkout:summary.code', { code })}>
          {amountFormatted && `−${amountFormatted}`}
        </Figure>
      ))}
    </>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
