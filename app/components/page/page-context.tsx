import { createContext, useContext } from 'react';
import type { ScriptGroup } from '~/components/enhanced/script-groups';
import { supportPhoneIn, type SupportPhones } from '~/domain/country-rules';
import { phoneLink } from '~/domain/phone-link';
import type { Language } from '~/i18n/languages';
import type { ProgressStep } from '~/journeys/sequence';
import type { Links } from '~/settings/links';
import type { Sheet } from '~/styles/stylesheet';

/** Built by the server for each request. */
export interface Page {
  language: Language;
  /** Below the base path, such as `/step1`. */
  path: string;
  /** Path and query, below the origin, without a mailed link's token. */
  address: string;
  brandName: string;
  /** The size is in CSS pixels. Null for the product's own logo, which is inlined. */
  logo: { address: string; width: number; height: number } | null;
  favicon: { address: string; mediaType: string };
  supportEmail: string;
  supportPhones: SupportPhones;
  links: Links;
  /** Returns a stylesheet, which the page inlines. The Content-Security-Policy allows it by its hash. */
  stylesheet: (sheet: Sheet) => string;
  /** The development server's reload script; null in production. */
  developmentScript: string | null;
  /** URLs of the entry and of each group's file, none in development; null if a request was rejected before Remix. */
  scripts: { entry: string; groups: Partial<Record<ScriptGroup, string>> } | null;
  isDemo: boolean;
  /** Not a demo, but payments are not real either. */
  isTestSite: boolean;
  /** The demo's page has links to other people's sign-ups, so not every visitor may see it. */
  showsDemoPage: boolean;
  /** Visitors are asked about analytics and may change their choice. */
  hasAnalyticsChoice: boolean;
  /** The visitor may be asked, and has not decided yet. */
  asksForAnalytics: boolean;
  /** The field of every form that identifies the page's owner (`PageMark`); null for an unknown browser, which has no form to send. */
  mark: (() => { name: string; value: string }) | null;
  /** The journey's prefix, below the base path. */
  journeyBase: '' | '/invite';
  /** The dots of the step indicator. */
  progressSteps: readonly ProgressStep[];
  /** The page's dot, counted from 1; null outside the indicator. One more than the number of dots at parent A's checkout. */
  progressStep: number | null;
  /** ISO 3166-1 alpha-2, from the address or phone; decides the support phone. */
  country: string | null;
  /** Minutes until answers are deleted; null without answers. */
  keptForMinutes: number | null;
  /** The minimum time until answers are deleted. `isLast` if it cannot be extended. Null without answers. */
  keptFor: { seconds: number; isLast: boolean } | null;
  /** The visitor has paid, or a payment is in progress. The mailed link then leads back here. */
  hasPaid: boolean;
  /** Exit deletes an unpaid registration. A remote backend may lack that call. */
  deletesOnExit: boolean;
  hasErrors: boolean;
  /** A dialog is open. Everything else on the page is inert, except Exit this page. */
  hasDialog: boolean;
  /** The language selector reloaded the page, and keeps the focus. */
  isLanguageChosen: boolean;
  /** A short reference that support finds in the logs. */
  reference: string;
}

const PageContext = createContext<Page | null>(null);

export const PageProvider = PageContext.Provider;

/** @throws Error outside a page */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage is for components inside a page');
  return page;
}

/** The text about what Exit does to the input. An invited parent's answers stay with the user whom the invite created. */
export function exitTextOf({ hasPaid, journeyBase, deletesOnExit }: Page) {
  if (hasPaid) return 'common:footer.exitLeadsBack';
  return journeyBase === '/invite' || !deletesOnExit ? 'common:footer.exitRemoves' : 'common:footer.exitDeletes';
}

/** docs/rules.md, "Support contacts" */
export function supportPhoneOf(page: Page, country: string | null = page.country): string {
  return supportPhoneIn(page.supportPhones, country);
}

interface SupportPhoneProps {
  country?: string;
  /** Words before the number, in the link. */
  lead?: string;
  className?: string;
}

export function SupportPhone({ country, lead, className }: SupportPhoneProps) {
  const phone = supportPhoneOf(usePage(), country);
  return (
    <a className={className} href={phoneLink(phone)}>
      {lead ? `${lead} ${phone}` : phone}
    </a>
  );
}
