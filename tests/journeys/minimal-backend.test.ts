import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { checkBackendCommand } from '~/commands/operate/check-backend';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { callCommand } from '~tests/servers/call-command';
import { startServer, type RunningServer } from '~tests/servers/server-under-test';
import { PAYING_STEPS, walkInvited } from '~tests/walks/walk-invited';
import { walkTo } from '~tests/walks/walk-parent';
import { walkProfessionalTo } from '~tests/walks/walk-professional';

/** The three journeys over the example that was written from docs/backend-contract.md, docs/examples/minimal-backend.mjs. */

let frontEnd: RunningServer;
const backends: ChildProcess[] = [];

/** Its invite can be used once. */
async function startBackend(): Promise<string> {
  const backend = spawn(process.execPath, ['docs/examples/minimal-backend.mjs'], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  backends.push(backend);
  const [said] = (await once(backend.stdout, 'data')) as [Buffer];
  return /http:\S+/.exec(said.toString())![0];
}

beforeAll(async () => {
  const BACKEND_URL = await startBackend();
  frontEnd = await startServer({ env: { DEMO: 'off', SESSION_SECRET: 's'.repeat(32), BACKEND_URL } });
});
afterAll(async () => {
  for (const backend of backends) backend.kill();
  expect(await frontEnd.stop()).toBe(0);
  expect(frontEnd.log().filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

it('parent A comes to the receipt', async () => {
  const browser = new PlainBrowser(frontEnd.url);
  await walkTo(browser, 'receipt', parentOfMinnesota());
  expect(browser.page.heading).toBe('Account activated!');
  expect(browser.page.figure('Total')).toBe('$168.00');
});

it('an invited parent comes to the receipt', async () => {
  const browser = new PlainBrowser(frontEnd.url);
  await browser.open('/invite?token=invite-token&userId=8001');
  await walkInvited(browser, PAYING_STEPS, coParentOfMinnesota());
  await browser.waitForRefresh();
  expect([browser.page.path, browser.page.heading]).toEqual(['/invite/receipt', "You're all set!"]);
  expect(browser.page.figure('Total')).toBe('$168.00');
});

it('a professional is registered', async () => {
  const browser = new PlainBrowser(frontEnd.url);
  const answers = lawyerOfMinnesota();
  await walkProfessionalTo(browser, 'done', answers);
  expect(browser.page.text('main')).toContain(String(answers.practice.practiceName));
});

it('is held to the contract by the kit, and nothing of it fails', async () => {
  const invite = ['--invite-token', 'invite-token', '--invite-user', '8001'];
  const { code, said } = await callCommand(checkBackendCommand, [await startBackend(), '--pay', ...invite]);
  const lines = said.split('\n');
  expect(lines.filter((line) => line.startsWith('| fail '))).toEqual([]);
  for (const call of ['registrations.pay', 'parents.pay', 'professional.create'])
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^\\| pass +\\| ${call} `)));
  expect(code).toBe(0);
});
