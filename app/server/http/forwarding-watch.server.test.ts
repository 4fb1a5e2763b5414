import express from 'express';
import { expect, it } from 'vitest';
import { createMetrics } from '~/server/telemetry/metrics.server';
import { readConfiguration } from '~/settings/configuration.server';
import { serveApp } from '~tests/servers/serve-app';
import { watchForwarding } from './forwarding-watch.server';

async function serveWatched(TRUST_PROXY: string) {
  const app = express();
  app.set('trust proxy', readConfiguration({ DEMO: 'on', TRUST_PROXY }).trustProxy);
  const metrics = createMetrics();
  const lines: [object, string | undefined][] = [];
  const warn = (props: object, msg?: string) => void lines.push([props, msg]);
  app.use(watchForwarding({ metrics, log: { warn } }));
  app.use((_req, res) => void res.sendStatus(200));
  const { origin } = await serveApp(app);
  const count = async () => {
    const text = await metrics.registry.metrics();
    return Number(/^joinery_forwarding_ignored_total (\d+)$/m.exec(text)?.[1]);
  };
  return { send: (headers: Record<string, string>) => fetch(origin, { headers }), count, lines };
}

const FORWARDED: Record<string, string>[] = [
  { 'X-Forwarded-For': '192.0.2.1' },
  { Forwarded: 'for=192.0.2.1' },
  { 'X-Forwarded-Proto': 'https' },
  { 'X-Real-IP': '192.0.2.1' },
];

it.each(['off', '10.0.0.0/8'])(
  'counts every forwarding header of an untrusted peer and logs one, TRUST_PROXY=%s',
  async (trusted) => {
    const { send, count, lines } = await serveWatched(trusted);
    await send({});
    expect([await count(), lines]).toEqual([0, []]);
    for (const headers of FORWARDED) expect((await send(headers)).status).toBe(200);
    expect([await count(), lines]).toEqual([
      4,
      [[{ header: 'x-forwarded-for' }, 'ignored a forwarding header: the peer is not in TRUST_PROXY']],
    ]);
  },
);

// A number trusts any peer, even too low a one, so that only JoineryLimitsReached shows it.
it.each(['1', 'loopback'])('counts no headers of a trusted proxy, TRUST_PROXY=%s', async (trusted) => {
  const { send, count, lines } = await serveWatched(trusted);
  for (const headers of FORWARDED) await send(headers);
  expect([await count(), lines]).toEqual([0, []]);
});
