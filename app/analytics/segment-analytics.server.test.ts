import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { AnalyticsEvent } from './port';
import { createSegmentAnalytics } from './segment-analytics.server';

interface Batch {
  batch: {
    type: string;
    event?: string;
    messageId: string;
    anonymousId: string;
    userId?: string;
    properties?: object;
  }[];
}

/** Starts a local Segment endpoint. @param answer returns the status for each batch; undefined never responds */
async function listen(answer: () => number | undefined) {
  const batches: Batch[] = [];
  const keys: string[] = [];
  const server: Server = createServer((req, res) => {
    let body = '';
    req.on('data', (text) => (body += String(text)));
    req.on('end', () => {
      batches.push(JSON.parse(body) as Batch);
      keys.push(req.headers.authorization ?? '');
      const status = answer();
      if (status !== undefined) res.writeHead(status).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, batches, keys };
}

function open(host: string, flushEvery = 20, closeWithin?: number) {
  const warnings: { lost: number; reason: string }[] = [];
  const log = { warn: (line: { lost: number; reason: string }) => void warnings.push(line) } as never;
  const analytics = createSegmentAnalytics({ writeKey: 'a write key for tests', host, log, flushEvery, closeWithin });
  return { analytics, warnings };
}

const viewed = (id: string): AnalyticsEvent => ({
  name: 'experiment viewed',
  id,
  anonymousId: 'browser',
  experiment: 'GROW805',
  variant: 'control',
});

it('sends events in batches, each id once, with the person’s id', async () => {
  const { host, batches, keys } = await listen(() => 200);
  const { analytics, warnings } = open(host);
  analytics.track(viewed('1'));
  analytics.track(viewed('1'));
  analytics.track({ name: 'user identified', id: '2', anonymousId: 'browser', userId: 'ann' });
  analytics.track({
    name: 'subscription created',
    id: '3',
    anonymousId: 'browser',
    userId: 'ann',
    familyId: 'family',
    packageId: '2061',
    analyticsPackage: 'PLUS',
    currency: 'USD',
    transactionId: 't',
  });
  await vi.waitFor(() => expect(batches.flatMap(({ batch }) => batch)).toHaveLength(3));
  expect(batches.flatMap(({ batch }) => batch)).toMatchObject([
    { type: 'track', event: 'Experiment Viewed', messageId: '1', anonymousId: 'browser' },
    { type: 'identify', messageId: '2', anonymousId: 'browser', userId: 'ann' },
    {
      type: 'track',
      event: 'Subscription Created',
      messageId: '3',
      userId: 'ann',
      properties: {
        familyId: 'family',
        packageId: '2061',
        analyticsPackage: 'PLUS',
        currency: 'USD',
        transactionId: 't',
      },
    },
  ]);
  expect(batches[0]!.batch[0]!.properties).toEqual({ experiment: 'GROW805', variant: 'control' });
  expect(keys[0]).toBe(`Basic ${Buffer.from('a write key for tests:').toString('base64')}`);
  await analytics.close();
  expect(warnings).toEqual([]);
});

it('sends pending events on close', async () => {
  const { host, batches } = await listen(() => 200);
  const { analytics } = open(host, 60_000);
  for (let id = 0; id < 120; id += 1) analytics.track(viewed(String(id)));
  await analytics.close();
  expect(batches.flatMap(({ batch }) => batch)).toHaveLength(120);
});

it('queues a thousand events while Segment does not respond, blocks no caller, and logs dropped events once', async () => {
  const { host } = await listen(() => undefined);
  const { analytics, warnings } = open(host, 20, 300);
  const started = performance.now();
  for (let id = 0; id < 1_500; id += 1) analytics.track(viewed(String(id)));
  expect(performance.now() - started).toBeLessThan(1_000);
  expect(warnings).toEqual([{ lost: 1, reason: 'The queue is full' }]);
  const closing = performance.now();
  await analytics.close();
  expect(performance.now() - closing).toBeLessThan(1_000);
  expect(warnings).toHaveLength(1);
});

it('logs rejections by Segment once and drops the rejected events', async () => {
  const { host, batches } = await listen(() => 401);
  const { analytics, warnings } = open(host);
  for (let id = 0; id < 60; id += 1) analytics.track(viewed(String(id)));
  await analytics.close();
  expect(batches.length).toBeLessThanOrEqual(3);
  expect(warnings).toEqual([{ lost: 1, reason: '[401] Unauthorized' }]);
});
