import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { Secret } from '~/settings/kinds/secret';
import { loadOrCreateSecrets } from './session-secret.server';

let dataDir: string;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'joinery-secret-'));
  dataDir = join(folder, 'data');
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

const load = async (sessionSecrets: Secret[] = []) => {
  const secrets = await loadOrCreateSecrets({ dataDir, sessionSecrets });
  return secrets.map((secret) => secret.reveal());
};

test('a secret is made once and kept for its owner alone', async () => {
  const [made = ''] = await load();
  expect(made.length).toBeGreaterThanOrEqual(32);
  expect(await load()).toEqual([made]);
  const path = join(dataDir, 'session-secret');
  expect(readFileSync(path, 'utf8').trim()).toBe(made);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(['session-secret']);
});

test('the environment comes first, and then nothing is made', async () => {
  expect(await load([new Secret('given')])).toEqual(['given']);
  expect(() => statSync(dataDir)).toThrow();
});

test('a file that holds no secret is not made do with', async () => {
  await load();
  writeFileSync(join(dataDir, 'session-secret'), 'short\n');
  await expect(load()).rejects.toThrow(/does not hold a secret/);
});
