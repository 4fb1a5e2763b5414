import { createContext, useContext } from 'react';
import { supportPhoneIn, type SupportPhones } from '~/domain/country-rules';
import type { Language } from '~/i18n/languages';
import type { Links } from '~/settings/links';

/** Built by the server for each request. */
export interface Page {
  language: Language;
  /** Below the base path, such as `/step1`. */
  path: string;
  /** Path and query, below the origin. */
  address: string;
  brandName: string;
  /** Its size in CSS pixels; null for the product's own, which is drawn in the page. */
  logo: { address: string; width: number; height: number } | null;
  favicon: { address: string; mediaType: string };
  supportEmail: string;
  supportPhones: SupportPhones;
  links: Links;
  /** Inlined, and allowed by its hash. */
  stylesheet: string;
  /** The same for a page that has no room for the rules of other screens. */
  longFormStylesheet: string;
  /** The development server's reload script; null in production. */
  developmentScript: string | null;
  /** Null when a request was refused before Remix. */
  script: string | null;
  isDemo: boolean;
  /** No demo, and no money moves either. */
  isTestSite: boolean;
  /** The demo's page has links to other people's sign-ups, and not everybody may see it. */
  showsDemoPage: boolean;
  /** Whoever is asked about analytics may change the answer. */
  hasAnalyticsChoice: boolean;
  /** They may be asked, and did not answer yet. */
  asksForAnalytics: boolean;
  /** CSRF token; null for an unknown browser, which has no form to send. */
  formToken: string | null;
  /** Unique to the visitor (`FormMark`); null like the token. */
  formMark: string | null;
  /** The journey's prefix, below the base path. */
  journeyBase: '' | '/invite';
  /** The target of each dot of the step indicator; null while it is locked. */
  progressSteps: readonly (`/${string}` | null)[];
  /** The page's dot, counted from 1; null outside the indicator. */
  progressStep: number | null;
  /** ISO 3166-1 alpha-2, from the address or phone; decides the support phone. */
  country: string | null;
  /** Minutes until answers are deleted; null when there are none. */
  keptForMinutes: number | null;
  /** Or a payment is under way: then the link in the mail leads back. */
  hasPaid: boolean;
  hasErrors: boolean;
  /** The page came back by its language selector, which then keeps the focus. */
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

/** docs/rules.md, "Support contacts" */
export function supportPhoneOf(page: Page, country: string | null = page.country): string {
  return supportPhoneIn(page.supportPhones, country);
}
