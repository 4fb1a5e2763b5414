import { isOwnPath } from './is-own-path';

export const MAX_REDIRECT_LENGTH = 500;

/** In the form of `URL.origin`. */
export interface RedirectOrigins {
  own: string;
  mainProduct: string;
}

/**
 * Checks where an address would redirect, after resolving it.
 *
 * @returns the resolved address, as a path if it is on our own host; undefined if it leads, or might lead, to another
 * host
 */
export function toHarmlessAddress(address: string, { own, mainProduct }: RedirectOrigins): string | undefined {
  // A well-formed address is plain ASCII. Browsers and proxies may read anything else differently.
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
