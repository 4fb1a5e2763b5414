import { z } from 'zod';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { BASE_PATH } from '~/domain/base-path';

export const linkTarget = (defaultValue: string) =>
  z
    .string()
    .default(defaultValue)
    .refine(isLinkTarget, { error: 'must be a path that begins with one slash, or an http(s) address' });

/** Without a path: the build contains that (`BASE_PATH`). */
export const publicOrigin = z
  .string()
  .refine(isOrigin, { error: 'must be an http(s) address without path, such as https://join.example.com' })
  .transform((value) => new URL(value).origin);

/** The build contains the base path, so the environment can only confirm it. */
export const builtBasePath = z
  .string()
  .default(BASE_PATH)
  .refine((value) => value === BASE_PATH, {
    error: `must be ${BASE_PATH}, the base path of this build, or not set: another base path needs another build`,
  });

export const hostNames = z
  .string()
  .default('')
  .transform((value) => (value === '' ? [] : value.split(',').map((part) => part.trim().toLowerCase())))
  .refine((hosts) => hosts.every((host) => /^([a-z\d]([a-z\d.-]*[a-z\d])?|\[[a-f\d:.]+\])$/.test(host)), {
    error: 'must be host names without port, separated by commas, such as join.example.com,10.0.0.7',
  });

/** May have a path, which is prefixed to the paths of the calls. */
export const serviceAddress = z
  .string()
  .refine((value) => isHttpAddress(value) && !/[?#]/.test(value), {
    error: 'must be an http(s) address without user, query and fragment, such as https://backend.example.com/api',
  })
  .transform((value) => value.replace(/\/+$/, ''));

/** Also accepts an http address with `?requireTLS=false`, which a real site needs for another machine (`isUnclearBackend`). */
export const backendAddress = z
  .string()
  .transform((value) => value.replace(/^(http:.*)\?requireTLS=false$/i, '$1'))
  .pipe(serviceAddress);

/** May have a path and a query, as for a tag manager. */
export const scriptAddress = z
  .string()
  .refine((value) => isHttpAddress(value) && !/[\s;,#]/.test(value), {
    error: 'must be an http(s) address without user and fragment, such as https://tags.example.com/manager.js?id=1',
  })
  .transform((value) => new URL(value).href);

/** Hosts in the form of a Content-Security-Policy: an origin, or a wildcard for all its subdomains. */
export const sourceHosts = z
  .string()
  .default('')
  .transform((value) => (value === '' ? [] : value.split(',').map((part) => part.trim().toLowerCase())))
  .refine((hosts) => hosts.every((host) => /^https?:\/\/(\*\.)?[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?$/.test(host)), {
    error: 'must be origins separated by commas, such as https://tags.example.com,https://*.example.net',
  });

function isLinkTarget(value: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(value) || isHttpAddress(value);
}

function isHttpAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

function isOrigin(value: string): boolean {
  return isHttpAddress(value) && new URL(value).href === `${new URL(value).origin}/`;
}

/** Networks such as `203.0.113.0/24`, and single addresses, separated by commas. Never all addresses: `RATE_LIMIT=off` is explicit. */
export const networks = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((part) => part.trim() || []))
  .refine((list) => list.every(isNetwork), {
    error: 'must be a list of IP addresses and networks such as 203.0.113.0/24, separated by commas',
  });

/** Whether it is an IP address, or a network in CIDR notation with a prefix of one bit or more. */
function isNetwork(value: string): boolean {
  if (!value.includes('/')) return isIP(value) !== 0;
  const isWritten = ipaddr.IPv4.isValidCIDRFourPartDecimal(value) || ipaddr.IPv6.isValidCIDR(value);
  return isWritten && ipaddr.parseCIDR(value)[1] > 0;
}

/** `off`, a number of hops, or addresses and networks. Never "all", because any visitor could then claim any address. */
export const trustedProxies = z
  .string()
  .default('off')
  .refine((value) => value === 'off' || /^([1-9]|10)$/.test(value) || proxyList(value).every(isProxy), {
    error:
      'must be off, a number of hops from 1 to 10, or a list of IP addresses, networks, loopback, linklocal, uniquelocal',
  })
  .transform((value): false | number | string[] =>
    value === 'off' ? false : /^\d+$/.test(value) ? Number(value) : proxyList(value),
  );

function proxyList(value: string): string[] {
  return value.split(',').map((part) => part.trim());
}

function isProxy(value: string): boolean {
  return ['loopback', 'linklocal', 'uniquelocal'].includes(value) || isNetwork(value);
}
