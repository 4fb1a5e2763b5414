import type { Currency } from '~/domain/money';
import { CurrencyNote } from '~/components/checkout/currency-note';
import { useTranslate } from '~/components/page/use-translate';

export interface Expectations {
  /** `unknown` if the backend omitted it: the visitor sees the price before paying. */
  cost: { kind: 'nothing' } | { kind: 'unknown' } | { kind: 'from'; price: string; years: 1 | 2; currency: Currency };
  /** The remaining questions. */
  asks: 'everything' | 'contactAndAddress' | 'contact' | 'credentials';
  /** The professional who created the account, by name. */
  inviter: string | null;
}

/** The information that an invited parent reads before entering data (docs/rules.md, "Invite welcome"). */
export function WhatToExpect({ cost, asks, inviter }: Expectations) {
  const t = useTranslate();
  return (
    <section aria-labelledby="expect-title">
      <h2 id="expect-title">{t('invite:expect.title')}</h2>
      <dl className="review-list expect">
        <div>
          <dt>{t('invite:expect.cost')}</dt>
          <dd>
            {cost.kind === 'from'
              ? t('invite:expect.costFrom', { price: cost.price, term: t(`common:terms.${cost.years}`) })
              : t(`invite:expect.cost_${cost.kind}`)}
            {cost.kind === 'from' && <CurrencyNote currency={cost.currency} />}
          </dd>
        </div>
        <div>
          <dt>{t('invite:expect.time')}</dt>
          <dd>{t(`invite:expect.asks.${asks}`)}</dd>
        </div>
        <div>
          <dt>{t('invite:expect.seen')}</dt>
          <dd>
            {t('invite:expect.seenByCoParent')} {inviter && t('invite:expect.seenByProfessional', { inviter })}
          </dd>
        </div>
      </dl>
    </section>
  );
}
