import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { requireFrontEndToken } from '~/backend/front-end-token';
import { makeCertificate, type Certificate } from '~tests/servers/make-certificate';
import { listen } from '~tests/servers/serve-app';
import { createRemoteBackend } from './remote-backend.server';
import { openSender, type SenderOptions } from './send.server';

const TOKEN = 't'.repeat(32);

function clientOf(url: string, { tls, token }: Pick<SenderOptions, 'tls'> & { token?: string }) {
  const sender = openSender({ timeoutMs: 2_000, tls });
  onTestFinished(() => sender.close());
  const client = createRemoteBackend({ url, sender, token, requestId: () => undefined });
  return client.lookups.list({ params: { list: 'titles' }, query: {}, headers: {} });
}

test('authenticates a front end by its token, and by the next one during a rotation', async () => {
  const next = `${TOKEN}-next`;
  const app = express()
    .use(requireFrontEndToken([TOKEN, next]))
    .use((_req, res) => void res.json([]));
  const { origin, close } = await listen(app);
  onTestFinished(() => close());
  for (const token of [TOKEN, next]) expect(await clientOf(origin, { token })).toEqual([]);
  for (const token of [undefined, `${TOKEN},${next}`, `${TOKEN}x`, 'x'])
    await expect(clientOf(origin, { token })).rejects.toThrow('the backend returned status 401');
});

test('authenticates a front end by its certificate, and the backend by the configured authority', async () => {
  const [ofBackend, ofFrontEnd, ofOther] = ['backend', 'front end', 'other'].map(makeCertificate) as [
    Certificate,
    Certificate,
    Certificate,
  ];
  const subjects: unknown[] = [];
  const options = { ...ofBackend, ca: ofFrontEnd.cert, requestCert: true, rejectUnauthorized: true };
  const server = createServer(options, (req, res) => {
    subjects.push((req.socket as TLSSocket).getPeerCertificate().subject.CN);
    res.setHeader('content-type', 'application/json').end('[]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await clientOf(url, { tls: { ...ofFrontEnd, ca: ofBackend.cert } })).toEqual([]);
  expect(subjects).toEqual(['front end']);
  for (const tls of [{ ca: ofBackend.cert }, { ...ofOther, ca: ofBackend.cert }, ofFrontEnd])
    await expect(clientOf(url, { tls })).rejects.toMatchObject({ name: 'FailedCall' });
  expect(subjects).toEqual(['front end']);
});
