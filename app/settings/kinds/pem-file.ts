import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The path of a PEM file, read as text. Errors quote nothing from the file. */
const pemFile = (parse: (pem: string) => unknown, fault: string) =>
  z.string().transform((path, context) => {
    let pem: string;
    try {
      pem = readFileSync(path, 'utf8').trim();
    } catch {
      context.addIssue('must be the path of a file that can be read');
      return z.NEVER;
    }
    try {
      parse(pem);
    } catch {
      context.addIssue(fault);
      return z.NEVER;
    }
    return pem;
  });

/** One certificate or more. */
export const certificateFile = pemFile(readCertificates, 'must be a PEM file with a certificate');

export const keyFile = pemFile(createPrivateKey, 'must be a PEM file with a private key, without a passphrase');

/** Whether both files are valid, and the key does not belong to the first certificate. */
export function isKeyOfAnother(certPath: string | undefined, keyPath: string | undefined): boolean {
  const [cert, key] = [certificateFile.safeParse(certPath), keyFile.safeParse(keyPath)];
  if (!cert.success || !key.success) return false;
  return !new X509Certificate(cert.data).checkPrivateKey(createPrivateKey(key.data));
}

/** @throws Error if a certificate is invalid, or there is none */
function readCertificates(pem: string): X509Certificate[] {
  const parts = pem.split(/(?=-----BEGIN )/).filter((part) => /^-----BEGIN [^-]*CERTIFICATE-----/.test(part));
  if (parts.length === 0) throw new Error('no certificate');
  return parts.map((part) => new X509Certificate(part));
}
