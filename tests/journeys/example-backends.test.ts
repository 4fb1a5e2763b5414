import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBackendCommand } from '~/commands/operate/check-backend';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { callCommand } from '~tests/servers/call-command';
import {
  FRONT_END_TOKEN,
  hasNoPython,
  inviteHints,
  printedLinks,
  startExampleBackend,
  type ExampleBackend,
  type InviteLink,
} from '~tests/servers/example-backend';
import { startServer, type RunningServer } from '~tests/servers/server-under-test';
import { PAYING_STEPS, walkInvited } from '~tests/walks/walk-invited';
import { walkTo } from '~tests/walks/walk-parent';
import { walkProfessionalTo } from '~tests/walks/walk-professional';

/**
 * Runs the three journeys with the backends in docs/examples, which follow docs/backend-contract.md, and the conformance kit with one.
 * tests/contract/planted-faults.test.ts runs it with the other one.
 */

interface Example {
  command: string;
  file: string;
  total: string;
  /** Parses the links that the backend prints at its start: an invite, and an expired one. */
  linksIn(printed: string): InviteLink[];
  passesKit?: true;
}

const EXAMPLES: Readonly<Record<string, Example>> = {
  'the minimal backend': {
    command: process.execPath,
    file: 'docs/examples/minimal-backend.mjs',
    total: '$168.00',
    linksIn: () => [{ token: 'invite-token-of-ben-lee', userId: '8001' }],
    passesKit: true,
  },
  'the backend in Python': {
    command: 'python3',
    file: 'docs/examples/python-backend/backend.py',
    total: '$179.55',
    linksIn: printedLinks,
  },
};

describe.each(Object.entries(EXAMPLES))('%s', (_name, { command, file, total, linksIn, passesKit }) => {
  const isSkipped = command === 'python3' && hasNoPython;
  const backends: ExampleBackend[] = [];
  let frontEnd: RunningServer;
  let invite: InviteLink | undefined;

  /** Each test needs its own backend, because an invite can be used only once. */
  async function startBackend(): Promise<{ url: string; links: InviteLink[] }> {
    const backend = await startExampleBackend(command, file);
    backends.push(backend);
    return { url: backend.url, links: linksIn(backend.printed) };
  }

  beforeAll(async () => {
    if (isSkipped) return;
    const { url, links } = await startBackend();
    [invite] = links;
    // The instructions in the file name the flags.
    const [, FLAGS = ''] = /FLAGS=(\S+) npm start/.exec(readFileSync(file, 'utf8')) ?? [];
    const backend = { BACKEND_URL: url, BACKEND_TOKEN: FRONT_END_TOKEN, FLAGS };
    frontEnd = await startServer({ env: { DEMO: 'off', SESSION_SECRET: 's'.repeat(32), ...backend } });
    expect(FLAGS).not.toBe('');
  });
  afterAll(async () => {
    if (isSkipped) return;
    for (const backend of backends) backend.process.kill();
    expect(await frontEnd.stop()).toBe(0);
    expect(frontEnd.log().filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  it.skipIf(isSkipped)('serves parent A up to the receipt', async () => {
    const browser = new PlainBrowser(frontEnd.url);
    await walkTo(browser, 'receipt', parentOfMinnesota());
    expect(browser.page.heading).toBe('Account activated!');
    expect(browser.page.figure('Total')).toBe(total);
  });

  it.skipIf(isSkipped)('serves an invited parent up to the receipt', async () => {
    const browser = new PlainBrowser(frontEnd.url);
    await browser.open(`/invite?token=${invite?.token}&userId=${invite?.userId}`);
    await walkInvited(browser, PAYING_STEPS, coParentOfMinnesota());
    await browser.waitForRefresh();
    expect([browser.page.path, browser.page.heading]).toEqual(['/invite/receipt', "You're all set!"]);
    expect(browser.page.figure('Total')).toBe(total);
  });

  it.skipIf(isSkipped)('registers a professional', async () => {
    const browser = new PlainBrowser(frontEnd.url);
    const answers = lawyerOfMinnesota();
    await walkProfessionalTo(browser, 'done', answers);
    expect(browser.page.text('main')).toContain(String(answers.practice.practiceName));
  });

  it.runIf(passesKit)('passes the conformance kit', async () => {
    const { url, links } = await startBackend();
    const hints = [`--front-end-token=${FRONT_END_TOKEN}`, ...inviteHints(links)];
    const { code, said } = await callCommand(checkBackendCommand, [url, '--pay', ...hints]);
    const lines = said.split('\n');
    expect(lines.filter((line) => line.startsWith('| fail '))).toEqual([]);
    for (const call of ['registrations.pay', 'parents.pay', 'professional.create'])
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^\\| pass +\\| ${call} `)));
    expect(code).toBe(0);
  });
});
