import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const LIFETIME_MS = 24 * 60 * 60 * 1000;

const tokenShape = z.object({
  version: z.literal(2),
  country: z.string(),
  expires: z.number(),
  authorizationFingerprint: z.string(),
});

/**
 * Makes a client token shaped like Braintree's, base64 of JSON. It is signed, so that a forged one is rejected.
 *
 * @param key the sandbox's own secret
 */
export function makeClientToken(key: string, country: string, now: Date): string {
  const expires = now.getTime() + LIFETIME_MS;
  const token = { version: 2, country, expires, authorizationFingerprint: fingerprint(key, country, expires) };
  return Buffer.from(JSON.stringify(token)).toString('base64');
}

/** Checks signature and expiry. @throws Error if the token was not signed with this key, or has expired */
export function checkClientToken(key: string, clientToken: string, now: Date): void {
  const token = readToken(clientToken);
  const expected = Buffer.from(fingerprint(key, token.country, token.expires));
  const given = Buffer.from(token.authorizationFingerprint);
  if (expected.length !== given.length || !timingSafeEqual(expected, given))
    throw new Error('The client token was not signed by this sandbox');
  if (token.expires <= now.getTime()) throw new Error('The client token has expired');
}

function readToken(clientToken: string): z.infer<typeof tokenShape> {
  try {
    return tokenShape.parse(JSON.parse(Buffer.from(clientToken, 'base64').toString('utf8')));
  } catch (cause) {
    throw new Error('The client token cannot be read', { cause });
  }
}

function fingerprint(key: string, country: string, expires: number): string {
  return createHmac('sha256', key).update(`${country} ${expires}`).digest('hex');
}
