import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Clock } from '~/domain/clock';
import type { SiteSecrets } from '~/lib/sealing.server';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAC_BYTES = 16;

export interface FormTokens {
  issue(visitorId: string): string;
  /** `formMark` marks form field names (app/components/form/form-token.tsx). Neither value identifies the visitor. */
  forVisitor(visitorId: string): { formToken: string; formMark: string };
  isValid(token: string, visitorId: string): boolean;
}

/** A token is its issue time and an HMAC. The time also makes every page's token differ, so that compression cannot leak it. */
export function createFormTokens(secrets: SiteSecrets, clock: Clock): FormTokens {
  const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'joinery form token', 32));
  const current = keyOf(secrets[0]);
  const keys = secrets.map(keyOf);
  const macOf = (key: Buffer, issuedAt: string, visitorId: string) =>
    createHmac('sha256', key).update(`${issuedAt} ${visitorId}`).digest().subarray(0, MAC_BYTES);
  const issue = (visitorId: string) => {
    const issuedAt = clock.now().getTime().toString(36);
    return `${issuedAt}.${macOf(current, issuedAt, visitorId).toString('base64url')}`;
  };
  return {
    issue,
    forVisitor: (visitorId) => ({
      formToken: issue(visitorId),
      formMark: macOf(current, 'mark', visitorId).toString('hex').slice(0, 8),
    }),
    isValid(token, visitorId) {
      const [issuedAt = '', mac = ''] = token.split('.');
      const age = clock.now().getTime() - Number.parseInt(issuedAt, 36);
      const received = Buffer.from(mac, 'base64url');
      if (!(age < DAY_MS) || received.length !== MAC_BYTES) return false;
      return keys.some((key) => timingSafeEqual(macOf(key, issuedAt, visitorId), received));
    },
  };
}
