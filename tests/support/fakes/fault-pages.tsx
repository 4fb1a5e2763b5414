import type { ReactNode } from 'react';
import { CheckingPayment } from '~/routes/payment.review/checking-payment';
import { DeclineMessage } from '~/routes/payment.method/decline-message';
import { Document, renderDocument } from '~/components/page/document';
import { HostedCardEntry } from '~/components/enhanced/hosted-card-entry';
import { InviteDone } from '~/routes/invite.credentials/invite-done';
import { InviteWelcome } from '~/routes/invite._index/invite-welcome';
import { LookupError } from '~/components/form/lookup-error';
import { NoCardForm } from '~/routes/payment.method/payment-choice';
import { NoticeOnce } from '~/components/page/notice';
import { BrokenPage, BusyNotice, RefusedPage } from '~/components/page/problem-pages';
import { usePage } from '~/components/page/page-context';
import { SendAgain } from '~/components/page/send-again';
import { useTranslate } from '~/components/page/use-translate';
import { RenewalNotice } from '~/components/checkout/agreement';
import { PostalCodeNote, ReviewList } from '~/routes/payment.review/review-list';
import { PAYMENT_EXCEPTIONS } from '~/domain/payment-exceptions';
import type { BillingDetails } from '~/steps/billing';
import { formatWait } from '~/i18n/format-wait';
import type { Language } from '~/i18n/languages';
import type { Sheet } from '~/styles/stylesheet';
import { RESOURCES } from '~/i18n/resources';
import { WhatToExpect } from '~/components/invited/what-to-expect';
import { InviteRequest } from '~/routes/invite.request/invite-request';
import type { NoticeName } from '~/journeys/join-state';
import { pageOf } from '~tests/browser/page-of';
import { BILLED_ANN, IN_MINNESOTA } from '~tests/walks/parent-moves';
import { Page } from '~tests/browser/plain-page';

/** Uses short words that the check of texts accepts as names. */
const PARENT = { ...BILLED_ANN, lastName: 'Ann' };
const BILLING: BillingDetails = { ...IN_MINNESOTA, billingAddress: '12', city: 'Ann', region: 'AE' };
const HOSTED = {
  provider: 'any',
  clientToken: 't',
  hiddenCardBrands: [],
  collectsDeviceData: false,
  threeDSecure: null,
};
const RENEWALS = [true, false].flatMap((isForCoParent) =>
  [null, '120.00'].flatMap((amount) =>
    [true, false].map((isFreeToday) => ({ isForCoParent, amount, isFreeToday, isOffered: isFreeToday })),
  ),
);
const RENEWED = { years: 2, date: '2026-11-21T12:00:00Z', timeZone: 'UTC' } as const;
const NOTICES = Object.keys(RESOURCES.en.common.notices) as NoticeName[];

/** Components that appear only with a fault, a provider or a flag, by name. Each is rendered on a separate page. */
const FAULTS: Readonly<Record<string, ReactNode>> = {
  broken: <BrokenPage />,
  'too many requests': <RefusedPage code="too-many-requests" />,
  'too many visitors': <BusyNotice />,
  'no room': <RefusedPage code="no-room" />,
  'a draft that is too large': <RefusedPage code="draft-too-large" />,
  'a rejected form': <RejectedForm />,
  'a payment with an unknown outcome': <CheckingPayment outcomeUnknown stays={false} />,
  'no card form': <NoCardForm needsBank />,
  'missing lists': <LookupError />,
  'card fields of a provider': (
    <HostedCardEntry
      settings={HOSTED}
      insteadOf="x"
      legend={RESOURCES.en.common.choose}
      nameInput={null}
      cardHolderName="Ann"
      isOptional={false}
    />
  ),
  ...Object.fromEntries(
    RENEWALS.map((renewal) => [
      `a renewal of ${JSON.stringify(renewal)}`,
      <RenewalNotice key="" renewal={{ ...RENEWED, ...renewal }} />,
    ]),
  ),
  'a review of Venmo': (
    <ReviewList
      coParent={null}
      parent={PARENT}
      billing={BILLING}
      card={null}
      paypal={null}
      venmo={{ username: 'Ann' }}
    />
  ),
  'a postal code of another region': <PostalCodeNote billing={BILLING} />,
  'an invite without receipt': (
    <InviteDone stays hasReceipt={false} isSetElsewhere={false} username="" isKept={false} />
  ),
  'an invite with social proof': (
    <InviteWelcome
      inviter={null}
      members={[]}
      isPaid
      expectations={{ cost: { kind: 'nothing' }, asks: 'contact', inviter: null }}
      hasSocialProof
      next="/x"
    />
  ),
  'an invite without a price': <WhatToExpect cost={{ kind: 'unknown' }} asks="everything" inviter={null} />,
  'an invite that must begin again': <InviteRequest canStartAgain action="/app/join/invite/request" />,
  ...Object.fromEntries(PAYMENT_EXCEPTIONS.map((one) => [one, <DeclineMessage key={one} exception={one} />])),
  ...Object.fromEntries(NOTICES.map((name) => [name, <NoticeOnce key={name} name={name} />])),
};

function RejectedForm() {
  const t = useTranslate();
  const { language } = usePage();
  return (
    <SendAgain
      title={t('common:refused.busy.title')}
      text={t('common:refused.busy.text')}
      wait={t('common:sendAgain.wait', { wait: formatWait(12, language) })}
      address="/x"
      fields={[]}
      typed={[]}
      lacksSecrets
    />
  );
}

/**
 * Renders these components as pages in a language. A component without a heading is rendered under one.
 *
 * @param stylesheet returns a stylesheet of the server's pages
 */
export function faultPagesIn(language: Language, stylesheet: (sheet: Sheet) => string): Page[] {
  return Object.entries(FAULTS).map(([name, content]) => {
    const render = (heading: ReactNode) =>
      renderDocument(
        <Document
          page={pageOf({
            language,
            stylesheet,
            mark: () => ({ name: 'page-x', value: 'x' }),
          })}
          formId={null}
          sheet={name === 'a review of Venmo' ? 'review' : undefined}
        >
          {heading}
          {content}
        </Document>,
      );
    const withoutHeading = render(null);
    const html = withoutHeading.includes('<h1') ? withoutHeading : render(<h1>Ann</h1>);
    return new Page(new URL(`http://fault/${encodeURIComponent(name)}`), 500, new Headers(), html);
  });
}
