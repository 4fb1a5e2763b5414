import { z } from 'zod';
import { isNetwork } from './networks';

/** `off`, a number of hops, or addresses and networks. Never "all": any visitor could then claim any address. */
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
