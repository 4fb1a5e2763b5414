import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSealing } from '~/lib/sealing.server';
import { callCommand } from '~tests/servers/call-command';
import { openTestBackend, TEST_PEPPER, type TestBackend } from '~tests/servers/embedded-backend';
import { pepper as command } from './pepper';

const NEW_PEPPER = 'another-pepper-for-tests-of-thirty-two';

let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend();
  writeFileSync(join(backend.dataDir, 'pepper'), TEST_PEPPER);
});
afterEach(() => backend.close());

async function pepper(env: Record<string, string> = {}) {
  const { code, said } = await callCommand(command, [backend.dataDir], { DATABASE_URL: backend.databaseUrl, ...env });
  return { code, said: said.trimEnd() };
}

it('lists each secret and whether it is needed, before and after a rotation', async () => {
  const both = createSealing([NEW_PEPPER, TEST_PEPPER], 'pepper');
  const [current, former] = both.keyIds;
  expect(await pepper()).toEqual({ code: 0, said: `secret 1 (${former}) seals 1: the first, which seals` });
  const PEPPER = [NEW_PEPPER, TEST_PEPPER].join();
  expect(await pepper({ PEPPER })).toEqual({
    code: 1,
    said: `secret 1 (${current}) seals 0: the first, which seals\nsecret 2 (${former}) seals 1: still needed`,
  });
  await (await backend.openReplica({ pepper: both })).purge();
  expect(await pepper({ PEPPER })).toEqual({
    code: 0,
    said: `secret 1 (${current}) seals 1: the first, which seals\nsecret 2 (${former}) seals 0: no longer needed: remove it`,
  });
  expect(await pepper()).toMatchObject({
    code: 1,
    said: expect.stringContaining(`1 rows are sealed with a secret that is missing in PEPPER (${current})`) as string,
  });
});

it('fails without a pepper', async () => {
  rmSync(join(backend.dataDir, 'pepper'));
  expect(await pepper()).toMatchObject({ code: 2 });
});
