import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** Networks such as `203.0.113.0/24`, and single addresses, separated by commas. Never all of them: `RATE_LIMIT=off` says that aloud. */
export const networks = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((part) => part.trim() || []))
  .refine((list) => list.every(isNetwork), {
    error: 'must be a list of IP addresses and networks such as 203.0.113.0/24, separated by commas',
  });

/** Whether it is an IP address, or a network in CIDR notation with a prefix of one bit or more. */
export function isNetwork(value: string): boolean {
  if (!value.includes('/')) return isIP(value) !== 0;
  const isWritten = ipaddr.IPv4.isValidCIDRFourPartDecimal(value) || ipaddr.IPv6.isValidCIDR(value);
  return isWritten && ipaddr.parseCIDR(value)[1] > 0;
}
