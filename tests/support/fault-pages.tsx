import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { CheckingPayment } from '../../app/components/checking-payment';
import { DeclineMessage } from '../../app/components/decline-message';
import { Document } from '../../app/components/document';
import { HostedCardEntry } from '../../app/components/hosted-card-entry';
import { InviteDone } from '../../app/components/invite-done';
import { InviteWelcome } from '../../app/components/invite-welcome';
import { ListsMissing } from '../../app/components/lists-missing';
import { NoCardForm } from '../../app/components/no-card-form';
import { NoticeOnce } from '../../app/components/notice';
import { BrokenPage, RefusedPage } from '../../app/components/problem-pages';
import { RenewalNotice } from '../../app/components/renewal-notice';
import { PostalCodeNote, ReviewList } from '../../app/components/review-list';
import { PAYMENT_EXCEPTIONS } from '../../app/domain/payment-exceptions';
import type { BillingDetails } from '../../app/domain/people';
import type { Language } from '../../app/i18n/languages';
import { RESOURCES } from '../../app/i18n/resources';
import type { NoticeName } from '../../app/journeys/join-state';
import { pageOf } from './page-of';
import { IN_MINNESOTA } from './parent-moves';
import { Page } from './plain-page';

/** Short words, which the walk over the texts knows as typed. */
const BILLING: BillingDetails = { ...IN_MINNESOTA, lastName: 'Ann', billingAddress: '12', city: 'Ann', region: 'AE' };
const HOSTED = { clientToken: 't', hiddenCardBrands: [], collectsDeviceData: false, threeDSecure: null };
const NOTICES = Object.keys(RESOURCES.en.common.notices) as NoticeName[];

/** What only a fault, a provider or a flag brings, by its name: rendered by itself, on a page of its own. */
const FAULTS: Readonly<Record<string, ReactNode>> = {
  broken: <BrokenPage />,
  'too many requests': <RefusedPage code="too-many-requests" />,
  'a payment nobody knows of': <CheckingPayment wentWrong />,
  'no card form': <NoCardForm needsBank />,
  'lists that are missing': <ListsMissing />,
  'card fields of a provider': (
    <HostedCardEntry settings={HOSTED} insteadOf="x" nameInput={null} cardHolderName="Ann" isOptional={false} />
  ),
  'a renewal at an unknown price': <RenewalNotice years={2} date="2026-11-21T12:00:00Z" timezone="UTC" />,
  'a review of Venmo': (
    <ReviewList email="ann@example.com" billing={BILLING} card={null} paypal={null} venmo={{ username: 'Ann' }} />
  ),
  'a postal code of elsewhere': <PostalCodeNote billing={BILLING} />,
  'an invite without receipt': <InviteDone stays hasReceipt={false} />,
  'an invite with social proof': <InviteWelcome inviter={null} members={[]} isPaid hasSocialProof next="/x" />,
  ...Object.fromEntries(PAYMENT_EXCEPTIONS.map((one) => [one, <DeclineMessage key={one} exception={one} />])),
  ...Object.fromEntries(NOTICES.map((name) => [name, <NoticeOnce key={name} name={name} />])),
};

/**
 * These as pages of a language. What is a part of a screen stands under a heading, as it does there.
 *
 * @param stylesheet of the server's pages
 */
export function faultPagesIn(language: Language, stylesheet: string): Page[] {
  return Object.entries(FAULTS).map(([name, content]) => {
    const render = (heading: ReactNode) =>
      renderToStaticMarkup(
        <Document page={pageOf({ language, stylesheet, formToken: 'x' })} title="Ann" formId={null}>
          {heading}
          {content}
        </Document>,
      );
    const whole = render(null);
    const html = whole.includes('<h1') ? whole : render(<h1>Ann</h1>);
    return new Page(new URL(`http://fault/${encodeURIComponent(name)}`), 500, new Headers(), `<!DOCTYPE html>${html}`);
  });
}
