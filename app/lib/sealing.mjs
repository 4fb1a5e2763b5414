import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * AES-256-GCM under keys derived from the session secrets. Plain JavaScript, so that the commands beside the build can open what it sealed.
 *
 * @type {typeof import('./sealing.mjs').createSealing}
 */
export function createSealing(secrets, purpose) {
  const keys = new Map(secrets.map((secret) => [keyId(secret, purpose), deriveKey(secret, purpose)]));
  const [current] = keys.keys();
  if (current === undefined) throw new Error('Sealing needs a secret');
  return {
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keys.get(current), nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [current, Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')].join('.');
    },
    open(sealed) {
      const [id = '', payload = ''] = sealed.split('.');
      const key = keys.get(id);
      if (!key) throw new Error('Sealed with an unknown key');
      const bytes = Buffer.from(payload, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

function deriveKey(secret, purpose) {
  return Buffer.from(hkdfSync('sha256', secret, '', `joinery sealing ${purpose}`, 32));
}

function keyId(secret, purpose) {
  return Buffer.from(hkdfSync('sha256', secret, '', `joinery key id ${purpose}`, 6)).toString('base64url');
}
