import { isRecord } from '~/lib/is-record';

/** Returns the merchant account that a Braintree client token is made for; undefined for another token, and if it names none. */
export function findMerchantAccount(clientToken: string): string | undefined {
  const token = parse(decode(clientToken));
  const fingerprint = token?.authorizationFingerprint;
  // A JSON Web Token.
  const claims = typeof fingerprint === 'string' ? parse(decode(fingerprint.split('.')[1] ?? '')) : undefined;
  const account = isRecord(claims?.options) ? claims.options.merchant_account_id : undefined;
  return typeof account === 'string' ? account : undefined;
}

function decode(text: string): string {
  return Buffer.from(text, 'base64').toString('utf8');
}

function parse(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
