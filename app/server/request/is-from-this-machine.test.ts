import { expect, it } from 'vitest';
import type { IncomingMessage } from 'node:http';
import { isFromThisMachine } from './is-from-this-machine';

const ask = (remoteAddress: string, headers: Record<string, string>) =>
  isFromThisMachine({ socket: { remoteAddress }, headers } as unknown as IncomingMessage);

it.each([
  ['127.0.0.1', { host: 'localhost:3000' }],
  ['127.0.0.1', { host: '127.0.0.1' }],
  ['::1', { host: '[::1]:3000' }],
  ['::ffff:127.0.0.1', { host: 'LOCALHOST' }],
  ['127.0.0.1', {}],
  ['127.0.0.1', { host: 'localhost', 'x-forwarded-for': '127.0.0.1, ::1', 'x-forwarded-host': 'localhost:3000' }],
])('recognises a local request from %s with %j', (address, headers: Record<string, string>) => {
  expect(ask(address, headers)).toBe(true);
});

it.each([
  ['another machine', '192.0.2.1', { host: 'localhost' }],
  ['another machine that claims to be this one', '192.0.2.1', { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }],
  ['a local proxy, for another machine', '127.0.0.1', { host: 'localhost', 'x-forwarded-for': '192.0.2.1' }],
  [
    'a claim before the address that a proxy adds',
    '127.0.0.1',
    { host: 'localhost', 'x-forwarded-for': '127.0.0.1, 192.0.2.1' },
  ],
  ['a proxy with X-Real-IP', '127.0.0.1', { host: 'localhost', 'x-real-ip': '192.0.2.1' }],
  ['a proxy with only Via', '127.0.0.1', { host: 'localhost', via: '1.1 proxy' }],
  ['Forwarded', '127.0.0.1', { host: 'localhost', forwarded: 'for=127.0.0.1' }],
  ['a header without an address', '127.0.0.1', { host: 'localhost', 'x-forwarded-for': 'unknown' }],
  ['a tunnel', '127.0.0.1', { host: 'demo.example.com' }],
  ['a name that resolves to this machine', '127.0.0.1', { host: 'localhost.example.com:3000' }],
  ['a proxy with X-Forwarded-Host', '127.0.0.1', { host: 'localhost', 'x-forwarded-host': 'demo.example.com' }],
  ['a closed connection', '', { host: 'localhost' }],
])('rejects %s: %s %j', (_what, address, headers: Record<string, string>) => {
  expect(ask(address, headers)).toBe(false);
});
