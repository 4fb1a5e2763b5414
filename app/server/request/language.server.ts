import type { Request } from 'express';
import { findLanguage, isLanguage, type Language } from '~/i18n/languages';
import type { Cookies } from '~/server/session/cookies.server';

/** Needs no session, so refusals use it too (docs/decisions/0003). */
export async function detectLanguage(req: Request, cookies: Cookies): Promise<Language> {
  const posted = postedLanguage(req);
  if (posted) return posted;
  const remembered: unknown = await cookies.language.parse(req.headers.cookie ?? null);
  return isLanguage(remembered) ? remembered : findLanguage(req.headers['accept-language']);
}

export function postedLanguage(req: Request): Language | undefined {
  const posted = req.guardedBody?.get('language');
  return isLanguage(posted) ? posted : undefined;
}
