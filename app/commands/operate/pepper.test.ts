import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSealing } from '~/lib/sealing.server';
import { callCommandOn } from '~tests/servers/call-command';
import { openTestBackend, TEST_PEPPER, type TestBackend } from '~tests/servers/embedded-backend';
import { pepper as command, sessionSecret } from './pepper';

const TEST_SECRET = 'an-earlier-secret-for-tests-of-thirty-two';
const NEW_SECRET = 'another-secret-for-tests-of-thirty-two';
const NEW_PEPPER = 'another-pepper-for-tests-of-thirty-two';

let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend({ sealing: createSealing([TEST_SECRET], 'backend') });
  writeFileSync(join(backend.dataDir, 'pepper'), TEST_PEPPER);
});
afterEach(() => backend.close());

async function pepper(env: Record<string, string> = {}) {
  const { code, said } = await callCommandOn(backend, command, [], { env });
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

it('lists what each session secret seals, before and after the payments are re-sealed', async () => {
  const signup = await backend.signUp();
  await backend.pay(signup, await backend.requestFor(signup, { codes: ['PREPAID-40'] }));
  const listed = (SESSION_SECRET: string) => callCommandOn(backend, sessionSecret, [], { env: { SESSION_SECRET } });
  const both = [NEW_SECRET, TEST_SECRET];
  expect(await listed(both.join())).toEqual({
    code: 1,
    said: `secret 1 seals 0 sessions, 0 payments, 0 mails: the first, which seals
secret 2 seals 0 sessions, 2 payments, 3 mails: still needed
`,
  });
  const rotated = await backend.openReplica({ sealing: createSealing(both, 'backend') });
  await rotated.purge();
  expect((await listed(both.join())).said).toContain('secret 2 seals 0 sessions, 0 payments, 3 mails: still needed');
  expect(await listed(NEW_SECRET)).toMatchObject({
    code: 1,
    said: expect.stringContaining('3 mails are sealed with a secret that is missing in SESSION_SECRET') as string,
  });
  await backend.store.db.deleteFrom('backend_mails').execute();
  expect(await listed(both.join())).toMatchObject({
    code: 0,
    said: expect.stringContaining('secret 2 seals 0 sessions, 0 payments, 0 mails: no longer needed') as string,
  });
  expect(await callCommandOn(backend, sessionSecret, [])).toMatchObject({
    code: 2,
  });
});
