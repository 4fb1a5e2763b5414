import type { Request as ExpressRequest } from 'express';
import { LanguageDetector } from 'remix-i18next/server';
import {
  DEFAULT_LANGUAGE,
  findLanguage,
  isLanguage,
  LANGUAGE_CODES,
  toLanguage,
  type Language,
} from '~/i18n/languages';
import type { Cookies } from '~/server/session/cookies.server';

export type DetectLanguage = (req: ExpressRequest) => Promise<Language>;

/** Needs no session, so error pages use it too (docs/decisions/0027). */
export function languageDetection({ language: cookie }: Pick<Cookies, 'language'>): DetectLanguage {
  const detector = new LanguageDetector({
    supportedLanguages: [...LANGUAGE_CODES],
    fallbackLanguage: DEFAULT_LANGUAGE,
    cookie,
    order: ['cookie', 'custom'],
    // Passes one language instead of the browser's list. For `es-MX,en` the detector would prefer the exact match `en` to `es`.
    findLocale: async ({ headers }) => findLanguage(headers.get('accept-language') ?? undefined),
  });
  return async (req) => postedLanguage(req) ?? toLanguage(await detector.detect(requestToDetect(req)));
}

export function postedLanguage(req: ExpressRequest): Language | undefined {
  const posted = req.guardedBody?.get('language');
  return isLanguage(posted) ? posted : undefined;
}

/** Contains only what the detector reads, because creating a real request takes longer than the detection. */
function requestToDetect({ headers }: ExpressRequest): Request {
  const get = (name: string) => headers[name.toLowerCase()] ?? null;
  return { headers: { get } } as Request;
}
