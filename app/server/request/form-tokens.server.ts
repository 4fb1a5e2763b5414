import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Clock } from '~/domain/clock';
import type { SiteSecrets } from '~/lib/sealing.server';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAC_BYTES = 16;

/** Says of a form that it stood on a page of ours, in the browser with this visitor cookie, within a day. */
export interface FormTokens {
  issue(visitorId: string): string;
  /** A token, and what marks the visitor's forms (app/components/form/form-token.tsx). It says nothing of the visitor. */
  of(visitorId: string): { formToken: string; formMark: string };
  isGood(token: string, visitorId: string): boolean;
}

/**
 * Tokens without a row: the time they were made, and an HMAC over it and the visitor. The time also keeps two pages from bearing the same
 * one, which compression would otherwise help to guess.
 *
 * @param secrets the first makes them, all verify
 */
export function createFormTokens(secrets: SiteSecrets, clock: Clock): FormTokens {
  const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'joinery form token', 32));
  const current = keyOf(secrets[0]);
  const keys = secrets.map(keyOf);
  const macOf = (key: Buffer, made: string, visitorId: string) =>
    createHmac('sha256', key).update(`${made} ${visitorId}`).digest().subarray(0, MAC_BYTES);
  const issue = (visitorId: string) => {
    const made = clock.now().getTime().toString(36);
    return `${made}.${macOf(current, made, visitorId).toString('base64url')}`;
  };
  return {
    issue,
    of: (visitorId) => ({
      formToken: issue(visitorId),
      formMark: macOf(current, 'mark', visitorId).toString('hex').slice(0, 8),
    }),
    isGood(token, visitorId) {
      const [made = '', mac = ''] = token.split('.');
      const age = clock.now().getTime() - Number.parseInt(made, 36);
      const given = Buffer.from(mac, 'base64url');
      if (!(age < DAY_MS) || given.length !== MAC_BYTES) return false;
      return keys.some((key) => timingSafeEqual(macOf(key, made, visitorId), given));
    },
  };
}
