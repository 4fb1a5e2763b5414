import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';

/** The first secret signs and encrypts; every secret verifies and decrypts. */
export type SiteSecrets = readonly [string, ...string[]];

/** The length of a key's id, with which each sealed text begins. */
export const KEY_ID_LENGTH = 8;

/** Encrypts short texts for storage. */
export interface Sealing {
  /** Each sealed text begins with the id of its key. The first key seals new texts. */
  readonly keyIds: readonly [string, ...string[]];
  seal(text: string): string;
  /** @throws Error if the text was changed, or sealed with another secret */
  open(sealed: string): string;
}

/** AES-256-GCM. A text sealed for one purpose does not open for another. @throws Error without a secret */
export function createSealing(secrets: readonly string[], purpose: string): Sealing {
  const keys = new Map(secrets.map((secret) => [keyId(secret, purpose), deriveKey(secret, `sealing ${purpose}`)]));
  const [current] = keys;
  if (current === undefined) throw new Error('Sealing needs a secret');
  const [currentId, currentKey] = current;
  const otherIds = [...keys.keys()].slice(1);
  return {
    keyIds: [currentId, ...otherIds],
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', currentKey, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [currentId, Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')].join('.');
    },
    open(sealed) {
      const [, payload = ''] = sealed.split('.');
      const key = keys.get(keyIdOf(sealed));
      if (!key) throw new Error('Sealed with an unknown key');
      const bytes = Buffer.from(payload, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

/** @returns undefined if no secret opens the text, because its own was dropped */
export function tryOpen(sealing: Sealing, sealed: string): string | undefined {
  try {
    return sealing.open(sealed);
  } catch {
    return undefined;
  }
}

/** The id of the key that sealed a text; the whole text if it is not sealed. */
export function keyIdOf(sealed: string): string {
  return sealed.split('.', 1)[0] ?? '';
}

/** Identifies the key of a secret and a purpose without revealing it. */
export function keyId(secret: string, purpose: string): string {
  return deriveKeyText(secret, `key id ${purpose}`).slice(0, KEY_ID_LENGTH);
}

/** Derives 32 bytes from a secret. Keys of two purposes reveal nothing about each other (HKDF, RFC 5869). */
function deriveBytes(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `joinery ${purpose}`, 32));
}

/**
 * Derives a key of 32 bytes, independent of those of other purposes. A key object, because Node 24 takes 35 µs for an HMAC whose key is a
 * buffer, and 6 µs with an object.
 */
export function deriveKey(secret: string, purpose: string): KeyObject {
  return createSecretKey(deriveBytes(secret, purpose));
}

/** The same key in base64url, for libraries that take a text. */
export function deriveKeyText(secret: string, purpose: string): string {
  return deriveBytes(secret, purpose).toString('base64url');
}

/** Derives the key that signs, and all keys that verify. */
export function deriveKeys(secrets: SiteSecrets, purpose: string): { current: KeyObject; all: readonly KeyObject[] } {
  const [first, ...others] = secrets;
  const current = deriveKey(first, purpose);
  return { current, all: [current, ...others.map((secret) => deriveKey(secret, purpose))] };
}

export interface SealedJson<Value> {
  /** @param minLength pads shorter values to this many characters, so that the length reveals nothing */
  seal(value: Value, minLength?: number): string;
  /** @throws Error if the text was changed, or sealed with another secret */
  open(sealed: string): Value;
}

/** Only we can seal, so an opened text is a `Value` and needs no validation. */
export function sealedJson<Value>(sealing: Sealing): SealedJson<Value> {
  return {
    seal: (value, minLength = 0) => sealing.seal(JSON.stringify(value).padEnd(minLength)),
    open: (sealed) => JSON.parse(sealing.open(sealed)) as Value,
  };
}
