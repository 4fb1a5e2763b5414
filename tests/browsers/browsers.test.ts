import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from '~tests/servers/server-under-test';
import spanish from '../../locales/es/parent.json';
import type { Browser } from './browser';
import { chosenBrowsers, findLack } from './installed';
import { walkInvited, walkParent, walkProfessional, walkToExit } from './walks';

/** "Exit this page" opens this page of the demo. */
const EXIT_URL = '/ofw/home.form';

describe.each(chosenBrowsers())('$name', (installation) => {
  const lack = findLack(installation);
  if (lack) return void it('is installed', () => expect.fail(lack));

  let server: RunningServer;
  let browser: Browser | undefined;
  beforeAll(async () => void (server = await startServer({ env: { EXIT_URL } })));
  afterAll(async () => expect(await server.stop()).toBe(0));
  afterEach(async () => {
    await browser?.close();
    browser = undefined;
  });
  const open = async (path: string) => (browser = await installation.open(`${server.url}/app/join/${path}`));
  /** Returns the `script` labels of a step's completed posts: ran, did not run, or none on the page. Ignores series that are zero. */
  const scriptsOfPosts = async (journey: string, step: string) =>
    (await server.readMetrics())
      .split('\n')
      .filter((line) => line.includes(`journey="${journey}",step="${step}",outcome="completed"`))
      .filter((line) => !line.endsWith(' 0'))
      .map((line) => /script="([^"]*)"/.exec(line)?.[1]);

  it('walks a parent to the receipt', async () => {
    const { hasScript } = await open('signup');
    await walkParent(browser!);
    expect(await scriptsOfPosts('parent', 'credentials')).toEqual([
      hasScript ? 'ran' : expect.not.stringMatching('^ran$'),
    ]);
  });

  it('walks an invited co-parent to the receipt', async () => {
    await open('invite?token=demo-invite-by-parent&userId=9001');
    await walkInvited(browser!);
  });

  it('walks a professional to the account', async () => {
    await open('signup');
    await walkProfessional(browser!);
  });

  it('changes the language of a page with a form', async () => {
    await open('step1');
    await browser!.fill({ firstName: 'Ann' });
    await browser!.press('Español');
    await browser!.waitToSee(spanish.step1.title);
    // A text browser posts the language form, which does not contain the typed values.
    if (!browser!.keepsPages) expect(await browser!.read()).toContain('Ann');
  });

  it('shows no typed values after Exit', async () => {
    await open('step1');
    await walkToExit(browser!);
    await browser!.goBack();
    if (!browser!.keepsPages) await expectNothingTyped(browser!);
    // The step's URL does not show them either.
    await browser!.open(`${server.url}/app/join/step1`);
    await browser!.waitToSee('Create your parent account');
    await expectNothingTyped(browser!);
    expect(await browser!.cookies()).not.toContain('join');
  });
});

async function expectNothingTyped(browser: Browser): Promise<void> {
  await browser.waitToSee('First name');
  const seen = await browser.read();
  for (const typed of ['Ann', "O'Neil", '5550100', 'Benedict']) expect(seen).not.toContain(typed);
}
