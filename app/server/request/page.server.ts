import type { Request } from 'express';
import type { Page } from '~/components/page/page-context';
import { countryOfReaders } from '~/domain/country-rules';
import type { Language } from '~/i18n/languages';
import { draftKey, freshState, journeyOf } from '~/journeys/join-state';
import { isDone, personOf, type Person, type SessionState } from '~/journeys/current-sign-up';
import { journeyForPath, type Journey } from '~/journeys/journey';
import { countryOfCallingCode } from '~/reference/calling-codes';
import type { Configuration } from '~/settings/configuration.server';
import { acceptsTestCards } from '~/settings/payments';
import type { Session } from '~/server/session/session.server';
import type { buildStylesheets, Sheet } from '~/styles/stylesheet';
import { isFromThisMachine } from './is-from-this-machine';
import { BASE_PATH } from '~/domain/base-path';
import { withoutMailedLink } from '~/domain/mailed-links';
import { postedLanguage } from './language.server';

const MINUTE = 60_000;

/**
 * Properties that are the same on every page. Spread them last: if a property follows a spread, Node 20 gives each object its own hidden
 * class. That cost 29 µs and 16 kB per page and slowed down every access to the page.
 */
type ForEveryPage = Pick<
  Page,
  | 'brandName'
  | 'logo'
  | 'favicon'
  | 'supportEmail'
  | 'supportPhones'
  | 'links'
  | 'stylesheet'
  | 'developmentScript'
  | 'isDemo'
  | 'isTestSite'
  | 'hasAnalyticsChoice'
  | 'deletesOnExit'
>;

export interface PageSettings {
  forEveryPage: ForEveryPage;
  joinIdleMinutes: number;
  isDemoPublic: boolean;
}

export function pageSettings(
  configuration: Configuration,
  images: Pick<Page, 'logo' | 'favicon'>,
  stylesheets: ReturnType<typeof buildStylesheets>,
  developmentScript: string | null,
): PageSettings {
  const { brandName, supportEmail, supportPhones, links, joinIdleMinutes, analytics } = configuration;
  const { demo: isDemo, demoPublic: isDemoPublic, payments } = configuration;
  const forEveryPage = {
    brandName,
    ...images,
    supportEmail,
    supportPhones,
    links,
    stylesheet: (sheet: Sheet) => stylesheets[sheet].text,
    developmentScript,
    isDemo,
    isTestSite: !isDemo && acceptsTestCards(payments),
    hasAnalyticsChoice: analytics.needsConsent,
    deletesOnExit: configuration.backendUrl === undefined,
  };
  return { forEveryPage, isDemoPublic, joinIdleMinutes };
}

interface Visit {
  mark: Page['mark'];
  req: Request;
  language: Language;
  /** Undefined if the request was rejected before its session was read. */
  session: Session | undefined;
  /** Undefined without a session. */
  now?: Date;
}

/** `reference` is the end of the request id in the log. */
export function buildPage(
  { forEveryPage, joinIdleMinutes, isDemoPublic }: PageSettings,
  { req, language, session, mark, now }: Visit,
): Page {
  const path = stripBasePath(req.path);
  const state = session?.state;
  const journey = journeyForPath(path);
  return {
    mark,
    showsDemoPage: forEveryPage.isDemo && (isDemoPublic || isFromThisMachine(req)),
    scripts: null,
    language,
    path,
    address: withoutMailedLink(req.originalUrl),
    journeyBase: journey.base,
    progressSteps: journey.progressOf(state ?? freshState),
    progressStep: journey.progressStepAt(path),
    country: session ? countryIn(journey, state) : countryOfReaders(language),
    keptForMinutes: state && !isDone(personOf(journey), state) ? joinIdleMinutes : null,
    keptFor: findKeptFor({ session, now }, personOf(journey), joinIdleMinutes * MINUTE),
    asksForAnalytics: false,
    // A parent's payment says nothing about a professional's answers in the same browser.
    hasPaid: personOf(journey) === 'parent' && (state?.paid !== undefined || state?.attempt !== undefined),
    hasErrors: false,
    hasDialog: false,
    // False for an open dialog, which manages the focus itself.
    isLanguageChosen: postedLanguage(req) !== undefined && req.guardedBody?.has('speedBumpEmail') !== true,
    reference: String(req.id).slice(-8),
    ...forEveryPage,
  };
}

/** For a page that is the same for all visitors. Its recipient is unknown, so its language selector redirects to the first page. */
export function pageWithoutVisit({ forEveryPage, isDemoPublic }: PageSettings, language: Language): Page {
  return {
    showsDemoPage: forEveryPage.isDemo && isDemoPublic,
    mark: null,
    scripts: null,
    language,
    path: '/signup',
    address: `${BASE_PATH}/signup`,
    journeyBase: '',
    progressSteps: [],
    progressStep: null,
    country: countryOfReaders(language),
    keptForMinutes: null,
    keptFor: null,
    asksForAnalytics: false,
    hasPaid: false,
    hasErrors: false,
    hasDialog: false,
    isLanguageChosen: false,
    reference: '',
    ...forEveryPage,
  };
}

function findKeptFor({ session, now }: Pick<Visit, 'session' | 'now'>, person: Person, idle: number): Page['keptFor'] {
  const kept = now && session?.keptAfter(now, person);
  if (!kept || !session?.state) return null;
  const until = (date: Date) => date.getTime() - now.getTime();
  return { seconds: Math.round(until(kept.atLeast) / 1000), isLast: until(kept.atMost) < idle };
}

function countryIn({ name }: Journey, state: SessionState | undefined): string | null {
  return (name === 'professional' ? professionalCountry(state) : parentCountry(state)) ?? null;
}

function parentCountry(state: SessionState | undefined): string | undefined {
  const typed = state?.duplicate && state.drafts?.[draftKey(journeyOf(state), 'step1')]?.countryCode?.[0];
  return state?.billing?.country ?? countryOfCallingCode(state?.parent?.countryCode ?? typed ?? '');
}

function professionalCountry(state: SessionState | undefined): string | undefined {
  const place = state?.proDone ?? state?.proPractice;
  return place?.country ?? countryOfCallingCode(state?.proContact?.phoneCountryCode ?? '');
}

/** Does not use Express's query parser, which turns some names into objects. */
export function queryOf({ originalUrl }: Pick<Request, 'originalUrl'>): URLSearchParams {
  return new URLSearchParams(originalUrl.split('?', 2)[1] ?? '');
}

export function stripBasePath(path: string): string {
  return path.replace(new RegExp(`^${BASE_PATH}(?=/|$)`), '') || '/';
}
