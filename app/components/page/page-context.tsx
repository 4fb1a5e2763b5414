import { createContext, useContext } from 'react';
import type { Language } from '~/i18n/languages';
import type { Links } from '~/settings/links';

/** What every page shows around its content. Built for each request by the server; there is no client that reads it. */
export interface Page {
  language: Language;
  /** The path below the base path, such as `/step1`. */
  path: string;
  /** The whole address below the origin, with its query. */
  address: string;
  brandName: string;
  supportEmail: string;
  /** By country group. */
  supportPhones: { US: string; NZ: string; AU: string; UK: string };
  links: Links;
  /** The whole stylesheet; it is inlined, and allowed by its hash. */
  stylesheet: string;
  /** Where the development server's reloading comes from; null in production. */
  developmentScript: string | null;
  /** The address of the one script, for pages with an enhancement; null where a request was refused before Remix. */
  script: string | null;
  isDemo: boolean;
  /** What every form of ours bears; null where the browser is not known, and has no form to send. */
  formToken: string | null;
  /** Tells this visitor's forms from the next one's in the same browser; null as above. */
  formMark: string | null;
  /** What the addresses of the visitor's journey begin with, below the base path. */
  journeyBase: '' | '/invite';
  /** Where each dot of the step indicator leads, below the base path; null for one that is not open yet. */
  progressSteps: readonly (`/${string}` | null)[];
  /** Which of them the page belongs to, counted from 1; null where the indicator says nothing of it. */
  progressStep: number | null;
  /** ISO 3166-1 alpha-2, once an address or a phone number tells it: decides the support phone. */
  country: string | null;
  /** How long answers are kept, in minutes; null where nothing has been entered. */
  keptForMinutes: number | null;
  /** The page shows errors: its title says so. */
  hasErrors: boolean;
  /** A short reference that support finds in the logs. */
  reference: string;
}

const PageContext = createContext<Page | null>(null);

export const PageProvider = PageContext.Provider;

/** @throws Error outside of a page */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage is for components inside a page');
  return page;
}

/** The support phone for a country (docs/rules.md, "Support contacts"). */
export function supportPhoneOf(page: Page, country: string | null = page.country): string {
  if (country === 'NZ' || country === 'AU') return page.supportPhones[country];
  return country === 'GB' || country === 'IE' ? page.supportPhones.UK : page.supportPhones.US;
}
