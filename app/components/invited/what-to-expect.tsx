import type { ReactNode } from 'react';
import type { Currency } from '~/domain/money';
import { CurrencyNote } from '~/components/checkout/currency-note';
import { useTranslate } from '~/components/page/use-translate';

interface CostFrom {
  kind: 'from';
  /** Formatted, with the offer. */
  price: string;
  years: 1 | 2;
  currency: Currency;
  /** An offer's discount on the first payment, in whole percent. */
  percentOff?: number;
}

export interface Expectations {
  /** `unknown` if the backend omitted it: the visitor sees the price before paying. Null if a notice says that it is paid. */
  cost: { kind: 'nothing' } | { kind: 'unknown' } | CostFrom | null;
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
        {cost?.kind === 'from' && (
          <Expectation
            question={t('invite:expect.cost')}
            answer={t('invite:expect.costFrom', { price: cost.price, term: t(`common:terms.${cost.years}`) })}
          >
            {cost.percentOff !== undefined && (
              <p className="hint">{t('invite:expect.costOffer', { percent: cost.percentOff })}</p>
            )}
            <p className="hint">{t('invite:expect.costDepends')}</p>
            <CurrencyNote currency={cost.currency} />
          </Expectation>
        )}
        {cost && cost.kind !== 'from' && (
          <Expectation question={t('invite:expect.cost')} answer={t(`invite:expect.cost_${cost.kind}`)} />
        )}
        <Expectation question={t('invite:expect.time')} answer={t(`invite:expect.minutes.${asks}`)}>
          {asks !== 'credentials' && <p className="hint">{t(`invite:expect.asks.${asks}`)}</p>}
        </Expectation>
        <Expectation question={t('invite:expect.seen')} answer={t('invite:expect.seenByCoParent')}>
          <p className="hint">
            {t('invite:expect.notSeen')} {inviter && t('invite:expect.seenByProfessional', { inviter })}
          </p>
        </Expectation>
      </dl>
    </section>
  );
}

function Expectation({ question, answer, children }: { question: string; answer: string; children?: ReactNode }) {
  return (
    <div>
      <dt>{question}</dt>
      <dd>
        <strong>{answer}</strong>
        {children}
      </dd>
    </div>
  );
}
