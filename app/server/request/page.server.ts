import type { Request } from 'express';
import type { Page } from '~/components/page/page-context';
import type { Language } from '~/i18n/languages';
import { journeyOf } from '~/journeys/join-state';
import { canOpenProgressStep, draftKey, type Journey } from '~/journeys/journey';
import { journeyForPath } from '~/journeys/journey-for-path';
import { isProStepOpen } from '~/journeys/professional/guard';
import { PRO_STEPS, pathOf } from '~/journeys/professional/steps';
import { countryOfCallingCode } from '~/reference/calling-codes';
import type { Configuration } from '~/settings/configuration.server';
import type { Session } from '~/server/session/session.server';
import type { SessionState } from '~/server/session/session-state';

/** What is the same on every page. */
export type PageSettings = Pick<
  Page,
  'brandName' | 'supportEmail' | 'supportPhones' | 'links' | 'stylesheet' | 'developmentScript' | 'isDemo'
> & { joinIdleMinutes: number };

export function pageSettings(
  configuration: Configuration,
  stylesheet: string,
  developmentScript: string | null,
): PageSettings {
  const { brandName, supportEmail, supportPhones, links, demo: isDemo, joinIdleMinutes } = configuration;
  return { brandName, supportEmail, supportPhones, links, stylesheet, developmentScript, isDemo, joinIdleMinutes };
}

interface Visit {
  /** What the forms of the page bear. */
  formToken: string | null;
  formMark: string | null;
  req: Request;
  language: Language;
  /** Undefined where a request was refused before its session was read. */
  session: Session<SessionState> | undefined;
}

/** The page of one request. The reference is the end of the request id that the log line bears. */
export function buildPage(
  { joinIdleMinutes, ...settings }: PageSettings,
  { req, language, session, formToken, formMark }: Visit,
): Page {
  const state = session?.state;
  const journey = journeyForPath(stripBasePath(req.path));
  const isProfessional = /^\/pro(\/|$)/.test(stripBasePath(req.path));
  return {
    ...settings,
    formToken,
    formMark,
    script: null,
    language,
    path: stripBasePath(req.path),
    address: req.originalUrl,
    journeyBase: journey.base,
    progressSteps: isProfessional ? proDotsOf(state) : dotsOf(journey, state),
    country: (isProfessional ? professionalCountry(state) : parentCountry(state)) ?? null,
    keptForMinutes: state && !state.paid ? joinIdleMinutes : null,
    hasErrors: false,
    reference: String(req.id).slice(-8),
  };
}

/** Where a parent is billed, or, before they have said so, the country of their phone. */
function parentCountry(state: SessionState | undefined): string | undefined {
  const typed = state?.duplicate && state.drafts?.[draftKey(journeyOf(state), 'step1')]?.countryCode?.[0];
  return state?.billing?.country ?? countryOfCallingCode(state?.parent?.countryCode ?? typed ?? '');
}

/** Where a professional practises, or the country of their phone. */
function professionalCountry(state: SessionState | undefined): string | undefined {
  const place = state?.proDone ?? state?.proPractice;
  return place?.country ?? countryOfCallingCode(state?.proContact?.phoneCountryCode ?? '');
}

/** The step indicator's dots: those up to the last completed step and one more lead somewhere. */
function dotsOf({ progressSteps }: Journey, state: SessionState | undefined): Page['progressSteps'] {
  return progressSteps.map((path, index) =>
    canOpenProgressStep(index + 1, state?.lastCompletedStep ?? 0) ? path : null,
  );
}

/** A professional's: those of the steps that are allowed. */
function proDotsOf(state: SessionState | undefined): Page['progressSteps'] {
  return PRO_STEPS.map((step) => (isProStepOpen(step, state ?? {}) ? pathOf(step) : null));
}

/** A path without the base path, such as `/step1`. */
export function stripBasePath(path: string): string {
  return path.replace(/^\/app\/join/, '') || '/';
}
