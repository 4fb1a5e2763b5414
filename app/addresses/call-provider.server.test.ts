import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { serveApp } from '../../tests/support/serve-app';
import { createProviderCaller } from './call-provider.server';

it('gives an answer up in time that trickles, also when what would end it is collected', async () => {
  const { origin } = await serveApp((_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => res.write(' '), 10);
    res.on('close', () => clearInterval(timer));
  });
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const collecting = setInterval(collect, 10);
  onTestFinished(() => clearInterval(collecting));
  const calls = Array.from({ length: 10 }, () => createProviderCaller('Somebody', 150)(z.unknown(), new URL(origin)));
  for (const outcome of await Promise.allSettled(calls)) expect(outcome).toMatchObject({ status: 'rejected' });
});
