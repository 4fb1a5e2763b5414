import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { Secret } from '~/settings/kinds/secret';
import { loadOrCreateSecrets } from './stored-secrets.server';

let dataDir: string;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'joinery-secret-'));
  dataDir = join(folder, 'data');
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

const load = (given: Secret[] = []) => loadOrCreateSecrets(dataDir, 'session-secret', given);

test('creates a secret once, readable only by its owner', async () => {
  const [made = ''] = await load();
  expect(made.length).toBeGreaterThanOrEqual(32);
  expect(await load()).toEqual([made]);
  const path = join(dataDir, 'session-secret');
  expect(readFileSync(path, 'utf8').trim()).toBe(made);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(['session-secret']);
});

test('prefers a secret from the environment, and creates none', async () => {
  expect(await load([new Secret('given')])).toEqual(['given']);
  expect(() => statSync(dataDir)).toThrow();
});

test('throws for a file without a secret', async () => {
  await load();
  writeFileSync(join(dataDir, 'session-secret'), 'short\n');
  await expect(load()).rejects.toThrow(/contains no secret/);
});

test('stores the pepper in a separate file, and does not replace a broken one', async () => {
  const [pepper] = await loadOrCreateSecrets(dataDir, 'pepper', []);
  expect(await load()).not.toContain(pepper);
  expect(readdirSync(dataDir).sort()).toEqual(['pepper', 'session-secret']);
  expect(statSync(join(dataDir, 'pepper')).mode & 0o777).toBe(0o600);
  writeFileSync(join(dataDir, 'pepper'), 'short\n');
  await expect(loadOrCreateSecrets(dataDir, 'pepper', [])).rejects.toThrow(/Restore it/);
});
