import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { expect, it } from 'vitest';
import { createBraintreeBrowserHalf } from '~/payments/braintree/browser-half';
import { bringUpToDate, findPaymentScripts, readInventory } from '~/commands/operate/listed-scripts';
import { BUNDLE } from '~tests/servers/run-bundle';
import { serveApp } from '~tests/servers/serve-app';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const inventory = readInventory(ROOT);

it('lists exactly the scripts that the payment view can load', () => {
  const listed = inventory.ours.map(({ what, file, integrity }) => ({ what, file, integrity }));
  expect(
    listed,
    'docs/payment-scripts.json is out of date: run `npm run payment-scripts`, review the change, and have it approved',
  ).toEqual(findPaymentScripts(ROOT));
});

it('states when and why each script is loaded, and why a hash is missing', () => {
  const { ours, theirs } = inventory;
  const all = [...ours, ...theirs.map((script) => ({ ...script, what: script.address }))];
  expect(all.filter(({ when, why }) => !when || !why).map(({ what }) => what)).toEqual([]);
  expect(theirs.filter(({ unhashed }) => !unhashed)).toEqual([]);
});

it('lists the script hosts of the payment view’s CSP', () => {
  const { sources } = createBraintreeBrowserHalf('production');
  const hosts = inventory.theirs.map(({ address }) => /^https:\/\/[^/]+/.exec(address)![0]);
  expect(hosts).toEqual(sources({ threeDSecure: true })['script-src']);
});

it('keeps the notes on a script when its file changes, and adds no notes to a new one', () => {
  const [first] = inventory.ours;
  const scripts = [
    { what: first!.what, file: 'assets/other.js', integrity: 'sha384-other' },
    { what: 'app/enhance/new.tsx', file: 'assets/new.js', integrity: 'sha384-new' },
  ];
  expect(bringUpToDate(inventory, scripts).ours).toEqual([
    { ...first, ...scripts[0] },
    { ...scripts[1], when: '', why: '' },
  ]);
});

it('reports a site that serves another script', async () => {
  const changed = inventory.ours.at(-1)!.file;
  const app = express();
  app.get(`/app/join/${changed}`, (_req, res) => void res.send('steal()'));
  app.use('/app/join', express.static(`${ROOT}build/client`));
  const { origin } = await serveApp(app);
  const command = spawn(process.execPath, [BUNDLE, 'payment-scripts', origin], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(command.stdout), once(command, 'close')]);
  expect(output.split('\n')).toEqual([
    expect.stringContaining(`Different: ${changed}`),
    `${inventory.ours.length - 1} of ${inventory.ours.length} scripts match the inventory.`,
    '',
  ]);
  expect(code).toBe(1);
});
