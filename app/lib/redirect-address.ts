import { isOwnPath } from './is-own-path';

export const MAX_REDIRECT_LENGTH = 500;

/** Both as `URL.origin` gives them. */
export interface RedirectOrigins {
  own: string;
  mainProduct: string;
}

/**
 * Judges where an address would lead, after it is resolved.
 *
 * @returns the address as it resolves, a path where it is on our own host; undefined where it leads anywhere else, or might
 */
export function toHarmlessAddress(address: string, { own, mainProduct }: RedirectOrigins): string | undefined {
  // An address that is well-formed is plain ASCII. Nothing else is worth the many ways in which browsers and proxies read it.
  if (!/^[!-~]+$/.test(address) || address.includes('\\')) return undefined;
  const isPath = address.startsWith('/');
  if (isPath ? !isOwnPath(address) : !/^https?:\/\/[^/?#@]+([/?#]|$)/i.test(address)) return undefined;
  if (!URL.canParse(address, own)) return undefined;
  const url = new URL(address, own);
  if (![own, mainProduct].includes(url.origin) || !isOwnPath(pathOf(url))) return undefined;
  const resolved = url.origin === own ? pathOf(url) : url.href;
  return resolved.length > MAX_REDIRECT_LENGTH ? undefined : resolved;
}

function pathOf({ pathname, search, hash }: URL): string {
  return pathname + search + hash;
}
