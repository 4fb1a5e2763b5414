import type { Request } from 'express';
import { findLanguage, isLanguage, type Language } from '~/i18n/languages';
import type { Cookies } from '~/server/session/cookies.server';

/**
 * The language a request is answered in: the one it chooses by the selector, else the one that was chosen before, else the browser's
 * (docs/decisions/0003). Works without a session, so that a refusal speaks as the page did.
 */
export async function detectLanguage(req: Request, cookies: Cookies): Promise<Language> {
  const posted = postedLanguage(req);
  if (posted) return posted;
  const remembered: unknown = await cookies.language.parse(req.headers.cookie ?? null);
  return isLanguage(remembered) ? remembered : findLanguage(req.headers['accept-language']);
}

/** What the selector of the page said; undefined where it was not pressed. */
export function postedLanguage(req: Request): Language | undefined {
  const posted = req.guardedBody?.get('language');
  return isLanguage(posted) ? posted : undefined;
}
