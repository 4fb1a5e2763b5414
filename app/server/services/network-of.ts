import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The unit a rate limit counts: an IPv4 address, or an IPv6 /64, the least that each subscriber gets (RFC 6177). */
export function networkOf(address: string): string {
  // Without its zone, because the library reads fewer names of zones than Node does.
  const [plain = ''] = address.split('%');
  // The library also reads `127.1` and `0x7f000001`, which no connection's peer is called.
  if (isIP(plain) === 0) return address;
  const ip = ipaddr.process(plain);
  if (ip instanceof ipaddr.IPv4) return ip.toString();
  const network = ip.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
