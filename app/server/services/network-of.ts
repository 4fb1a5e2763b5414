import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Where an IPv6 subscriber got a /48, its networks are let do this many times what one may. */
const TIMES_OF_A_SITE = 4;

/** A network whose tries are counted together. */
export interface CountedNetwork {
  network: string;
  /** How many times the limit of one address it is allowed. */
  times: number;
}

/** The unit a rate limit counts: an IPv4 address, or an IPv6 /64, the least that each subscriber gets (RFC 6177). */
export function networkOf(address: string): string {
  const ip = parseAddress(address);
  if (ip === undefined) return address;
  return ip instanceof ipaddr.IPv4 ? ip.toString() : networkOfIPv6(ip, 64);
}

/** The same, and the /48 around an IPv6 address, since that is what many subscribers get: its 65,536 /64 are one person's. */
export function networksOf(address: string): CountedNetwork[] {
  const ip = parseAddress(address);
  const own = { network: networkOf(address), times: 1 };
  return ip instanceof ipaddr.IPv6 ? [own, { network: networkOfIPv6(ip, 48), times: TIMES_OF_A_SITE }] : [own];
}

/** An IPv4 address that is written as an IPv6 one is an IPv4 address. Undefined where it is none. */
export function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // Without its zone, because the library reads fewer names of zones than Node does.
  const [plain = ''] = address.split('%');
  // The library also reads `127.1` and `0x7f000001`, which no connection's peer is called.
  return isIP(plain) === 0 ? undefined : ipaddr.process(plain);
}

function networkOfIPv6(ip: ipaddr.IPv6, bits: 48 | 64): string {
  const network = ip.parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${network.join(':')}::/${bits}`;
}
