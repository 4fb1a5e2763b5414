import { Fragment, type ReactNode } from 'react';
import type { DemoFixture, DemoMail, DemoPayment, DemoProfessional } from '~/backend/demo';
import { BASE_PATH } from '~/domain/base-path';
import { formatMoney } from '~/domain/money';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

export function DemoFixtures({ fixtures }: { fixtures: readonly DemoFixture[] }) {
  const t = useTranslate();
  const { language } = usePage();
  return (
    <section aria-labelledby="fixtures-title">
      <h2 id="fixtures-title">{t('demo:fixtures')}</h2>
      <dl className="demo-list">
        {fixtures.map(({ kind, value, worth, text }) => (
          <div key={value}>
            <dt>{kind === 'link' ? <a href={value}>{value}</a> : <code>{value}</code>}</dt>
            <dd>{t(text, worth === undefined ? {} : { amount: formatMoney(worth, 'USD', language) })}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const CARDS = [
  ['4111111111111111', 'approved'],
  ['5555555555554444', 'approved'],
  ['378282246310005', 'approved'],
  ['4000111111111115', 'declined'],
  ['4000111111111511', 'fraud'],
  ['4005519200000004', 'slow'],
] as const;

export function DemoCards() {
  const t = useTranslate();
  return (
    <section aria-labelledby="cards-title">
      <h2 id="cards-title">{t('demo:cards')}</h2>
      <p>{t('demo:cardsHint')}</p>
      <dl className="demo-list">
        {CARDS.map(([number, what]) => (
          <div key={number}>
            <dt>
              <code>{number}</code>
            </dt>
            <dd>{t(`demo:card.${what}`)}</dd>
          </div>
        ))}
      </dl>
      <p>{t('demo:card.other')}</p>
      <p>{t('demo:card.paypal')}</p>
    </section>
  );
}

export function DemoSearch({ email }: { email: string }) {
  const t = useTranslate();
  return (
    <form role="search" action={`${BASE_PATH}/demo`}>
      <div className="field">
        <label htmlFor="demo-email">{t('demo:search.label')}</label>
        <input type="search" id="demo-email" name="email" defaultValue={email} autoComplete="off" />
      </div>
      <div className="step-buttons">
        <button className="primary">{t('demo:search.button')}</button>{' '}
        {email !== '' && <a href={`${BASE_PATH}/demo`}>{t('demo:search.all')}</a>}
      </div>
    </form>
  );
}

export type DemoList = 'professionals' | 'payments' | 'mails';

interface PagesProps {
  list: DemoList;
  email: string;
  pages: Readonly<Record<DemoList, number>>;
  hasOlder: boolean;
}

/** Links to the next pages of one list. The other lists stay at their pages. */
export function DemoPages({ list, email, pages, hasOlder }: PagesProps) {
  const t = useTranslate();
  const current = pages[list];
  if (current === 1 && !hasOlder) return null;
  const addressOf = (page: number) => {
    const query = new URLSearchParams(email ? { email } : {});
    for (const [name, each] of Object.entries({ ...pages, [list]: page })) if (each > 1) query.set(name, String(each));
    return `${BASE_PATH}/demo?${query.toString()}#${list}-title`;
  };
  return (
    <nav aria-label={t(`demo:pages.${list}`)}>
      {current > 1 && <a href={addressOf(current - 1)}>{t('demo:pages.newer')}</a>}{' '}
      {hasOlder && <a href={addressOf(current + 1)}>{t('demo:pages.older')}</a>}
    </nav>
  );
}

interface PaymentsProps {
  children: ReactNode;
  isSearch: boolean;
  payments: DemoPayment[];
}

export function DemoPayments({ payments, isSearch, children }: PaymentsProps) {
  const t = useTranslate();
  return (
    <section aria-labelledby="payments-title">
      <h2 id="payments-title">{t('demo:payments')}</h2>
      {payments.length === 0 && <p>{t(isSearch ? 'demo:search.none' : 'demo:noPayments')}</p>}
      <ul className="demo-list">
        {payments.map(({ orderId, amountFormatted, state }) => (
          <li key={orderId} data-payment={orderId}>
            <code>{orderId}</code> <strong>{amountFormatted}</strong> <span lang="en">{state}</span>
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}

interface ProfessionalsProps {
  children: ReactNode;
  isSearch: boolean;
  professionals: DemoProfessional[];
}

export function DemoProfessionals({ professionals, isSearch, children }: ProfessionalsProps) {
  const t = useTranslate();
  const none = isSearch ? 'demo:search.none' : 'demo:noProfessionals';
  return (
    <section aria-labelledby="professionals-title">
      <h2 id="professionals-title">{t('demo:professionals')}</h2>
      <p>{t(professionals.length === 0 ? none : 'demo:professionalsHint')}</p>
      <dl className="demo-list">
        {professionals.map(({ userId, name, practiceName, email, codes }) => (
          <div key={userId} data-professional={userId}>
            <dt>
              <strong>{name}</strong>, {practiceName}, {email}
            </dt>
            <dd>
              <a href={`${BASE_PATH}/demo/invite?professional=${userId}`}>{t('demo:invite.link')}</a>
            </dd>
            {codes.map(({ code, amountFormatted, isSpent }) => (
              <dd key={code}>
                <code>{code}</code> {amountFormatted} {isSpent && t('demo:spent')}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}

interface OutboxProps {
  children: ReactNode;
  isSearch: boolean;
  mails: DemoMail[];
}

export function DemoOutbox({ mails, isSearch, children }: OutboxProps) {
  const t = useTranslate();
  return (
    <section aria-labelledby="mails-title">
      <h2 id="mails-title">{t('demo:outbox')}</h2>
      {mails.length === 0 && <p>{t(isSearch ? 'demo:search.none' : 'demo:noMails')}</p>}
      {mails.map(({ id, to, subjects, texts, hasHtml }) => (
        <article className="mail" key={id}>
          <h3>
            {subjects.map(({ language, text }, index) => (
              <Fragment key={language}>
                {index > 0 && ' / '}
                <span lang={language}>{text}</span>
              </Fragment>
            ))}
          </h3>
          <p className="hint">{t('demo:to', { address: to })}</p>
          {texts.map(({ language, text }, index) => (
            <pre key={index} lang={language}>
              <LinkedText text={text} />
            </pre>
          ))}
          {hasHtml && (
            <details>
              <summary>{t('demo:showHtml')}</summary>
              {/* A browser loads a lazy frame when it is opened. */}
              <iframe
                title={t('demo:html', { address: to })}
                src={`${BASE_PATH}/demo/mail/${id}`}
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                loading="lazy"
              />
            </details>
          )}
        </article>
      ))}
      {children}
    </section>
  );
}

function LinkedText({ text }: { text: string }) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      <a key={index} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}
