import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startServer } from '~tests/servers/server-under-test';

it('reads no .env in the built server', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'joinery-cwd-'));
  writeFileSync(join(cwd, '.env'), 'TRUST_PROXY=nonsense\nBRAND_NAME=Theirs\n');
  const server = await startServer({ cwd });
  const page = await (await fetch(`${server.url}/app/join/signup`)).text();
  expect(page).toContain('Evenkeel');
  expect(page).not.toContain('Theirs');
  expect(await server.stop()).toBe(0);
  rmSync(cwd, { recursive: true });
});
