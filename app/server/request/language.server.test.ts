import type { Request } from 'express';
import { expect, it } from 'vitest';
import { LANGUAGE_CODES } from '~/i18n/languages';
import { createCookies } from '~/server/session/cookies.server';
import { languageDetection } from './language.server';

const cookies = createCookies({ publicUrl: 'http://localhost', joinIdleMinutes: 120, joinMaxHours: 24 }, [
  'a-secret-for-tests-alone-of-more-than-thirty-two-characters',
]);
const detect = languageDetection(cookies);

interface Sent {
  accepts?: string;
  cookie?: string;
  posted?: string;
}

function languageOf({ accepts, cookie, posted }: Sent) {
  const guardedBody = posted === undefined ? undefined : new URLSearchParams({ language: posted });
  return detect({ headers: { 'accept-language': accepts, cookie }, guardedBody } as Request);
}

function cookieOf(language: string): string {
  return `join_language=${encodeURIComponent(Buffer.from(JSON.stringify(language)).toString('base64'))}`;
}

// Esperanto and Catalan are unsupported. Readers of Catalan usually also read Spanish.
it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['en-US,en;q=0.9', 'en'],
  ['en-AU,en-GB;q=0.8', 'en'],
  ['en-GB', 'en-GB'],
  ['en-gb,en;q=0.9,es;q=0.8', 'en-GB'],
  ['en,en-GB;q=0.9', 'en'],
  ['es', 'es'],
  ['es-MX,en-US;q=0.9', 'es'],
  ['es-MX,en;q=0.9', 'es'],
  ['es-419,en-GB;q=0.8', 'es'],
  ['es-ES,es;q=0.9,en;q=0.8', 'es'],
  ['ca,es;q=0.9', 'es'],
  ['ca-ES,ca;q=0.9,es-ES;q=0.8,en;q=0.7', 'es'],
  ['en;q=0.4,es-US', 'es'],
  ['es;q=0,en', 'en'],
  ['eo', 'en'],
  [';;;,,*;q=x', 'en'],
  ['es_MX', 'en'],
  ['constructor,__proto__', 'en'],
  ['\u00e9\u00ff', 'en'],
])('chooses for Accept-Language %j the language %s', async (accepts, language) => {
  expect(await languageOf({ accepts })).toBe(language);
});

it('reads an Accept-Language header of any length', async () => {
  expect(await languageOf({ accepts: `${'a-'.repeat(5000)}, es;q=0.1` })).toBe('es');
});

it.each(LANGUAGE_CODES)('keeps %s from the cookie, whatever the browser prefers', async (language) => {
  for (const accepts of [undefined, 'es-MX,es', 'en-GB', 'en', 'eo'])
    expect(await languageOf({ accepts, cookie: cookieOf(language) })).toBe(language);
  const written = await cookies.language.serialize(language);
  expect(await languageOf({ accepts: 'eo', cookie: written.split(';', 1)[0] })).toBe(language);
});

it.each(['eo', 'ES', 'es-MX', 'fr,es', '', 'constructor'])('does not accept %j from a cookie', async (stored) => {
  expect(await languageOf({ accepts: 'en-GB', cookie: cookieOf(stored) })).toBe('en-GB');
});

it.each(['join_language=', 'join_language=%E0%A4%A', 'join_language=es', 'join_language="', 'other=ZXM='])(
  'ignores the cookie %s',
  async (cookie) => {
    expect(await languageOf({ accepts: 'es', cookie })).toBe('es');
  },
);

it('prefers the posted language, and ignores an unsupported one', async () => {
  const cookie = cookieOf('es');
  expect(await languageOf({ accepts: 'es', cookie, posted: 'en-GB' })).toBe('en-GB');
  expect(await languageOf({ accepts: 'en', cookie, posted: 'eo' })).toBe('es');
});
