import { BlockList } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseAddress } from './network-of';

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
