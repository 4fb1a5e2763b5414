import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** Proxy headers with one address or a list of them. */
const ADDRESS_HEADERS = ['x-forwarded-for', 'x-real-ip', 'true-client-ip', 'cf-connecting-ip'];
/** Headers that only proxies send; a browser on this machine needs none. */
const PROXY_HEADERS = ['forwarded', 'via'];

/**
 * Whether the request comes from this machine and uses one of the machine's host names. Headers can only make this
 * false, so they need not be trusted. Behind a local proxy or tunnel, the connection always looks local. Another site's
 * page can make a browser use the host name.
 */
export function isFromThisMachine({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  const addresses = ADDRESS_HEADERS.flatMap((name) => String(headers[name] ?? '').split(','))
    .map((address) => address.trim())
    .filter((address) => address !== '');
  return (
    [socket.remoteAddress ?? '', ...addresses].every(isLoopback) &&
    PROXY_HEADERS.every((name) => headers[name] === undefined) &&
    [headers.host, headers['x-forwarded-host']].every((host) => host === undefined || isOwnName(String(host)))
  );
}

function isOwnName(host: string): boolean {
  const name = host.replace(/:\d*$/, '').toLowerCase();
  return name === 'localhost' || isLoopback(name.replace(/^\[(.*)\]$/, '$1'));
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
