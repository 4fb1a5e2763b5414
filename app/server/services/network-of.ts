import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The limit of an IPv6 /48, as a multiple of a single network's limit. A /48 may belong to one subscriber. */
const SITE_LIMIT_FACTOR = 4;

/** A network whose attempts are counted together. */
export interface CountedNetwork {
  network: string;
  /** The network's limit, as a multiple of a single address's limit. */
  times: number;
}

/** The network that a rate limit counts: an IPv4 address, or an IPv6 /64, which is the smallest network of a subscriber (RFC 6177). */
export function networkOf(address: string): string {
  const ip = parseAddress(address);
  if (ip === undefined) return address;
  return ip instanceof ipaddr.IPv4 ? ip.toString() : networkOfIPv6(ip, 64);
}

/** The same, and the /48 around an IPv6 address. Many subscribers have a whole /48, with 65,536 networks of size /64. */
export function networksOf(address: string): CountedNetwork[] {
  const ip = parseAddress(address);
  const own = { network: networkOf(address), times: 1 };
  return ip instanceof ipaddr.IPv6 ? [own, { network: networkOfIPv6(ip, 48), times: SITE_LIMIT_FACTOR }] : [own];
}

/** Reads an address, with or without a port, and an IPv4 address written as an IPv6 one. @returns undefined for anything else */
function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // Some proxies write the client's port into X-Forwarded-For, which differs for each connection.
  const [, bracketed, dotted] = /^(?:\[(.*)\]|([\d.]+))(?::\d+)?$/.exec(address) ?? [];
  // Removes the zone, because the library accepts fewer zone names than Node does.
  const [plain = ''] = (bracketed ?? dotted ?? address).split('%');
  // The library also accepts `127.1` and `0x7f000001`, which are never a peer's address.
  return isIP(plain) === 0 ? undefined : ipaddr.process(plain);
}

function networkOfIPv6(ip: ipaddr.IPv6, bits: 48 | 64): string {
  const network = ip.parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${network.join(':')}::/${bits}`;
}

/** @param networks in CIDR notation, or single addresses @returns whether an address is in one of them */
export function exceptedNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [ip, bits] = network.includes('/') ? ipaddr.parseCIDR(network) : [ipaddr.parse(network), undefined];
    list.addSubnet(ip.toString(), bits ?? (ip.kind() === 'ipv4' ? 32 : 128), ip.kind());
  }
  return (address) => {
    const ip = parseAddress(address);
    return ip !== undefined && list.check(ip.toString(), ip.kind());
  };
}
