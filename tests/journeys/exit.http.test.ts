import { describe, expect, it, vi } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { latch } from '~tests/latch';
import { openSite, serveBeside, serveSite, type Site } from '~tests/servers/site';
import { pressUnanswered, sessionTurns } from '~tests/walks/session-turns';
import { walkInvitedTo } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import { walkProfessionalTo } from '~tests/walks/walk-professional';

const ENDED = 'Your answers were kept for as long as this page said, and that time is over.';

async function countRegistrations({ db }: Pick<Site, 'store'>['store']): Promise<number> {
  return (await db.selectFrom('backend_registrations').select('id').execute()).length;
}

/** Presses Exit. @returns the location of the redirect */
async function exit(browser: PlainBrowser): Promise<string | undefined> {
  await browser.press('Exit this page');
  return browser.redirects[0]?.location;
}

describe('Exit before a payment', () => {
  it.each<[string, (browser: PlainBrowser) => Promise<unknown>, string]>([
    ['parent A', (browser) => walkTo(browser, 'payment/review', parentOfMinnesota()), '/step3'],
    [
      'parent B',
      async (browser) => {
        await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
        await walkInvitedTo(browser, 'payment/review', coParentOfMinnesota());
      },
      '/invite/packages',
    ],
    ['a professional', (browser) => walkProfessionalTo(browser, 'security', lawyerOfMinnesota()), '/pro/practice'],
  ])('deletes the session of %s with its drafts, and invalidates copied cookies', async (_who, walk, path) => {
    const { openBrowser, sessions } = await serveSite();
    const browser = openBrowser();
    await walk(browser);
    const copy = browser.copy();
    expect(await exit(browser)).toBe('https://www.wikipedia.org/');
    expect(browser.jar.list()).toEqual([]);
    expect((await sessions()).filter(({ ended_as }) => ended_as === null)).toEqual([]);
    const page = await copy.open(path);
    expect(page.path).not.toBe(path);
    expect(page.html).not.toContain('@example.com');
  });

  it('deletes the accepted answers of parent A at once, or later where a payment may be on its way', async () => {
    const { openBrowser, store, settleDiscards } = await serveSite();
    const [paying, earlier] = [openBrowser(), openBrowser()];
    await walkTo(paying, 'payment/review', parentOfMinnesota('paying'));
    await walkTo(earlier, 'payment/method', parentOfMinnesota('earlier'));
    await exit(paying);
    await exit(earlier);
    const left = () => store.db.selectFrom('backend_registrations').select('email').execute();
    await expect.poll(left, { timeout: 4_000 }).toHaveLength(1);
    expect(await left()).toEqual([{ email: expect.stringContaining('paying') as string }]);
    await settleDiscards();
    expect(await left()).toEqual([]);
  });

  it('deletes the accepted answers even if the process ends before the backend responds', async () => {
    const dead = () => Promise.reject(new Error('no connection'));
    const site = await openSite({ trouble: () => ({ registrations: { discard: dead } }) });
    const [paying, earlier] = [site.openBrowser(), site.openBrowser()];
    await walkTo(paying, 'payment/review', parentOfMinnesota());
    await walkTo(earlier, 'step3', parentOfMinnesota());
    await exit(paying);
    await exit(earlier);
    const next = await serveBeside(await site.leave());
    expect(await countRegistrations(next.store)).toBe(2);
    const past = new Date(0).toISOString();
    await next.store.db.updateTable('discards').set({ next_try_at: past }).execute();
    await next.runDiscards();
    expect(await countRegistrations(next.store)).toBe(0);
  });

  it.each([
    ['ended at a duplicate', async () => undefined],
    ['the visitor started again', (browser: PlainBrowser) => browser.press('Start again with other details')],
    [
      'an accepted invite replaced',
      async (browser: PlainBrowser) => {
        await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
        await browser.press('Accept the invitation');
      },
    ],
  ])('deletes the accepted answers of a sign-up that %s', async (_what, goOn) => {
    const { openBrowser, store, settleDiscards } = await serveSite();
    const browser = openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'step2', answers);
    browser.fill({ ...answers.step2, email: 'known.coparent@example.com' });
    await browser.press('Continue');
    expect((await browser.press('Continue')).path).toBe('/duplicate');
    await goOn(browser);
    await exit(browser);
    await settleDiscards();
    expect(await countRegistrations(store)).toBe(0);
  });

  it('leaves the answers of parent B with the user of the invite, whose link shows only the name', async () => {
    const { openBrowser, settleDiscards } = await serveSite();
    const [invited, later] = [openBrowser(), openBrowser()];
    const coParent = coParentOfMinnesota();
    const link = '/invite?token=demo-invite-by-parent&userId=9001';
    await invited.open(link);
    await walkInvitedTo(invited, 'payment/review', coParent);
    await exit(invited);
    await settleDiscards();
    await later.open(link);
    const { firstName, lastName } = coParent.step1;
    expect((await later.follow('Get Started')).values).toMatchObject({
      ...{ firstName, lastName, email: '', countryCode: '+1', phoneNumber: '' },
    });
    await walkInvitedTo(later, 'payment/billing', coParent);
    expect(later.page.values.billingAddress).toBe('');
  });

  it('waits neither for a backend that never responds nor for a locked store', async () => {
    const released = latch();
    const { openBrowser, store, sessions, settleDiscards } = await serveSite({
      trouble: ({ registrations }) => ({
        registrations: {
          async discard(...call) {
            await released.opened;
            return registrations.discard(...call);
          },
        },
      }),
    });
    const browser = openBrowser();
    await walkTo(browser, 'step3', parentOfMinnesota());
    const [locked, unlocked] = [latch(), latch()];
    const lock = store.db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('sessions')
        .set(({ ref }) => ({ version: ref('version') }))
        .execute();
      locked.open();
      await unlocked.opened;
    });
    await locked.opened;
    expect(await exit(browser)).toBe('https://www.wikipedia.org/');
    expect(browser.jar.list()).toEqual([]);
    unlocked.open();
    await lock;
    await expect.poll(sessions).toEqual([]);
    expect(await countRegistrations(store)).toBe(1);
    released.open();
    await settleDiscards();
    expect(await countRegistrations(store)).toBe(0);
  });

  it('explains only below a form what Exit does with the typed data', async () => {
    const { openBrowser } = await serveSite();
    const browser = openBrowser();
    const answers = parentOfMinnesota();
    await browser.open('/signup');
    expect(browser.page.text('.page-footer')).not.toContain('Exit');
    await walkTo(browser, 'payment/review', answers);
    expect(browser.page.text('.page-footer')).toContain('Exit deletes your answers.');
    await submitStep(browser, 'payment/review', answers);
    expect(browser.page.text('.page-footer')).not.toContain('Exit deletes');
    expect(browser.page.text('.page-footer')).toContain('After Exit, you can finish with the link in our email.');
    // No mailed link leads back to a professional's answers.
    await browser.open('/pro/contact');
    expect(browser.page.text('.page-footer')).toContain('Exit deletes your answers.');
    await browser.open('/credentials');
    await submitStep(browser, 'credentials', answers);
    await browser.open('/receipt');
    expect(browser.page.text('.page-footer')).not.toContain('Exit');
    const invited = openBrowser();
    await invited.open('/invite?token=demo-invite-by-parent&userId=9001');
    await invited.follow('Get Started');
    expect(invited.page.text('.page-footer')).toContain('Exit removes your answers from this browser.');
  });

  it('keeps another browser’s session after Exit with its copied cookie', async () => {
    const { openBrowser } = await serveSite();
    const owner = openBrowser();
    await walkTo(owner, 'step3', parentOfMinnesota());
    const other = openBrowser();
    await other.open('/step1');
    const { key, value } = owner.jar.get('join')!;
    other.jar.set(key, value);
    await exit(other);
    expect((await owner.open('/step3')).path).toBe('/step3');
  });

  it('is not undone by a concurrent request', async () => {
    const [arrived, held] = [latch(), latch()];
    const { openBrowser, sessions, store, settleDiscards } = await serveSite({
      trouble: ({ registrations }) => ({
        registrations: {
          async update(...call) {
            arrived.open();
            await held.opened;
            return registrations.update(...call);
          },
        },
      }),
    });
    const browser = openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'step2', answers);
    const leaving = browser.copy();
    await leaving.open('/step2');
    const answered = submitStep(browser, 'step2', answers);
    await arrived.opened;
    await exit(leaving);
    await settleDiscards();
    held.open();
    const page = await answered;
    expect([page.status, page.path, page.text('.notice')]).toEqual([200, '/step1', expect.stringContaining(ENDED)]);
    expect(await sessions()).toEqual([]);
    expect(await countRegistrations(store)).toBe(0);
  });

  it('deletes a sign-up whose first response never reached the browser', async () => {
    const { openBrowser, sessions, store, settleDiscards } = await serveSite();
    const browser = openBrowser();
    await browser.open('/step1');
    browser.fill(parentOfMinnesota().step1);
    const { action, body } = browser.page.submission(browser.page.button('Continue'));
    expect((await browser.copy().send('POST', action, body.toString())).status).toBe(303);
    expect(await countRegistrations(store)).toBe(1);
    await exit(browser);
    expect(await sessions()).toEqual([]);
    await settleDiscards();
    expect(await countRegistrations(store)).toBe(0);
  });

  it('deletes the first answers to an invite whose response never reached the browser', async () => {
    const { openBrowser, sessions } = await serveSite();
    const browser = openBrowser();
    const turn = sessionTurns()['the first post of an invite'];
    await turn.reach(browser);
    expect((await pressUnanswered(browser, browser.copy(), turn)).status).toBe(303);
    const rows = async () => (await sessions()).filter(({ ended_as }) => ended_as === null);
    expect(await rows()).toHaveLength(1);
    await exit(browser);
    expect(await rows()).toEqual([]);
  });

  it('deletes a registration that a concurrent request creates', async () => {
    const [arrived, held] = [latch(), latch()];
    const { openBrowser, sessions, store, settleDiscards } = await serveSite({
      trouble: ({ registrations }) => ({
        registrations: {
          async create(...call) {
            arrived.open();
            await held.opened;
            return registrations.create(...call);
          },
        },
      }),
    });
    const browser = openBrowser();
    const answers = parentOfMinnesota();
    // The session already exists.
    await walkProfessionalTo(browser, 'practice', lawyerOfMinnesota());
    await browser.open('/step1');
    const leaving = browser.copy();
    await leaving.open('/step1');
    const answered = submitStep(browser, 'step1', answers);
    await arrived.opened;
    await exit(leaving);
    held.open();
    await answered;
    await settleDiscards();
    expect(await sessions()).toEqual([]);
    expect(await countRegistrations(store)).toBe(0);
  });
});

describe('Exit after a payment', () => {
  it('ends the browser’s session, and the mailed link opens the credentials again', async () => {
    const discard = vi.fn();
    const { openBrowser, mailedLink, settleDiscards } = await serveSite({
      trouble: () => ({ registrations: { discard } }),
    });
    const browser = openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'credentials', answers);
    const copy = browser.copy();
    await exit(browser);
    await settleDiscards();
    expect(discard).not.toHaveBeenCalled();
    expect((await copy.open('/credentials')).$('[name=password]').length).toBe(0);
    await browser.open(await mailedLink());
    expect(browser.page.heading).toBe('Choose your username and password');
    browser.fill(answers.credentials);
    await browser.press('Complete Signup');
    expect(browser.page.link('Log In')).toBe('/ofw/login.form');
  });

  it('also ends a session whose new id never reached the browser', async () => {
    const { openBrowser, sessions } = await serveSite();
    const browser = openBrowser();
    await walkTo(browser, 'payment/review', parentOfMinnesota());
    const arrived = browser.copy();
    await pressUnanswered(browser, arrived, sessionTurns()['the payment of parent A']);
    await exit(browser);
    expect(await sessions()).toEqual([]);
    expect((await arrived.open('/credentials')).$('[name=password]').length).toBe(0);
  });

  it('leaves no session if it is pressed during the payment, and the payment completes', async () => {
    const [arrived, held] = [latch(), latch()];
    const { openBrowser, sessions, payments, mailedLink, settleDiscards } = await serveSite({
      trouble: ({ registrations }) => ({
        registrations: {
          async pay(...call) {
            arrived.open();
            await held.opened;
            return registrations.pay(...call);
          },
        },
      }),
    });
    const browser = openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/review', answers);
    const leaving = browser.copy();
    await leaving.open('/payment/review');
    const answered = browser.press('Pay now');
    await arrived.opened;
    await exit(leaving);
    held.open();
    const page = await answered;
    expect([page.status, page.$('[name=password]').length]).toEqual([200, 0]);
    expect(await sessions()).toEqual([]);
    await settleDiscards();
    expect(await payments()).toEqual(['settled']);
    expect((await browser.open(await mailedLink())).heading).toBe('Choose your username and password');
  });
});

it('deletes the cookies if the store fails, and logs the failure', async () => {
  const { openBrowser, store, log } = await serveSite();
  const browser = openBrowser();
  await walkTo(browser, 'step3', parentOfMinnesota());
  await store.db.schema.alterTable('sessions').renameTo('lost').execute();
  expect(await exit(browser)).toBe('https://www.wikipedia.org/');
  expect(browser.jar.list()).toEqual([]);
  await expect.poll(log).toContain('failed to end a session on exit');
  await store.db.schema.alterTable('lost').renameTo('sessions').execute();
});
