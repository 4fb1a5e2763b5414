import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** What proxies tell with one address or a list of them. */
const ADDRESS_HEADERS = ['x-forwarded-for', 'x-real-ip', 'true-client-ip', 'cf-connecting-ip'];
/** What only a proxy sends; a browser of this machine needs none. */
const PROXY_HEADERS = ['forwarded', 'via'];

/**
 * Whether somebody at this machine asks, by one of its own names. A header can only take that away, so none has to be trusted: behind a proxy or a
 * tunnel on this machine the connection alone would say yes to everybody, and the name alone is what a page of another site can have a browser use.
 */
export function isFromThisMachine({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  const told = ADDRESS_HEADERS.flatMap((name) => String(headers[name] ?? '').split(','))
    .map((address) => address.trim())
    .filter((address) => address !== '');
  return (
    [socket.remoteAddress ?? '', ...told].every(isLoopback) &&
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
