import { describe, expect, it } from 'vitest';
import { freshState } from '~/journeys/join-state';
import { coParentOfMinnesota, type InvitedStep } from '~tests/answers/invited-answers';
import {
  READY_MADE_STEPS,
  stepsBefore,
  pathAfter,
  parentOfMinnesota,
  type Answers,
} from '~tests/answers/parent-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { PlainBrowser, type Page } from '~tests/browser/plain-browser';
import { serveSite, serveSiteAfter, type Site, type SiteSettings } from '~tests/servers/site';
import { PAYING_STEPS, submitInvitedStep, walkInvited, walkInvitedTo } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import { submitProfessionalStep, walkProfessionalTo } from '~tests/walks/walk-professional';

const OUT_OF_DATE = 'This page is out of date';
const MINUTE_MS = 60 * 1000;
const SET = 'Your username and password are set';
const BEGUN = 'A sign-up has already begun in this browser';
const QUESTION = 'Somebody else has begun to sign up here';
const INVITE = '/invite?token=demo-invite-by-parent&userId=9001';
const ANOTHER_INVITE = '/invite?token=demo-invite-coupon&userId=9006';

/** Opens another tab of the same browser. The tabs share their cookies. */
function openTab({ origin, jar }: PlainBrowser): PlainBrowser {
  const tab = new PlainBrowser(origin);
  tab.jar = jar;
  return tab;
}

/** Opens a page of each step in another tab. */
async function openTabs<Step extends string>(browser: PlainBrowser, steps: readonly Step[]) {
  const tabs = new Map<Step, PlainBrowser>();
  for (const step of steps) {
    const tab = openTab(browser);
    await tab.open(`/${step}`);
    tabs.set(step, tab);
  }
  return tabs;
}

async function serve(settings?: SiteSettings) {
  return withReadStore(await serveSite(settings));
}

/** Serves a copy of a site where `reach` has led a browser once. Tabs that it left open continue in the copy with `moveTab`. */
function serveAfter<Reached>(reach: (browser: PlainBrowser, site: Site) => Promise<Reached>, settings?: SiteSettings) {
  const serveCopy = serveSiteAfter(reach, settings);
  return async () => {
    const { site, browser, reached } = await serveCopy();
    const moveTab = (tab: PlainBrowser) => {
      const moved = tab.movedTo(site.origin);
      moved.jar = browser.jar;
      return moved;
    };
    return { ...withReadStore(site), browser, reached, moveTab };
  };
}

function withReadStore(served: Site) {
  const { db } = served.store;
  /** Reads every table that a post can write personal data to. Deletions after Exit have ended, so none changes them later. */
  const readStore = async () => {
    await served.settleDiscards();
    return Promise.all(
      (
        [
          'sessions',
          'backend_registrations',
          'backend_invitations',
          'backend_accounts',
          'backend_payment_attempts',
          'backend_professionals',
        ] as const
      ).map((table) => db.selectFrom(table).selectAll().execute()),
    );
  };
  return { ...served, readStore };
}

/** Fills in the page's form, and presses its default button. */
function pressAgain(tab: PlainBrowser, answers: Answers): Promise<Page> {
  tab.fill(answers);
  return tab.pressEnter();
}

/** Returns the typed texts, without secrets and choices. */
function textsIn(answers: Answers): string[] {
  const untyped =
    /password|security|confirm|cardNumber|cardCvv|packageId|subscription$|timezone|referral$|hearAboutUs/i;
  return Object.entries(answers).flatMap(([name, value]) =>
    typeof value === 'string' && !untyped.test(name) && value.length > 3 ? [value] : [],
  );
}

/** Checks the page that another visitor of this browser gets: it returns nothing that was typed. */
function expectNothingReturned(page: Page, typed: Answers): void {
  expectOutOfDate(page, {});
  for (const text of textsIn(typed)) expect(page.html).not.toContain(text);
}

function expectOutOfDate(page: Page, typed: Answers): void {
  expect([page.status, page.heading]).toEqual([409, OUT_OF_DATE]);
  expect(page.texts('main ul li')).toEqual(expect.arrayContaining(textsIn(typed)));
  expect(page.html).not.toMatch(/correct-horse|4111 1111/);
  expect(page.headers.getSetCookie()).toEqual([]);
}

const PARENT_STEPS = ['step1', 'step2', 'step3', 'payment/billing', 'payment/method', 'payment/review'] as const;

describe('a page left open after Exit', () => {
  /** Lets a visitor leave a page of each step open and exit, one after the other. The last visitor walks to the review. */
  const serveNextParent = serveAfter(async (browser) => {
    const left = [];
    for (const step of [...PARENT_STEPS, 'credentials'] as const) {
      const first = parentOfMinnesota();
      await walkTo(browser, step === 'step1' ? 'step2' : step, first);
      const tab = openTab(browser);
      await tab.open(`/${step}`);
      await browser.press('Exit this page');
      left.push({ step, first, tab });
    }
    const second = parentOfMinnesota();
    await walkTo(browser, 'payment/review', second);
    return { left, second };
  });

  it.each([...PARENT_STEPS, 'credentials'] as const)(
    'of parent A writes nothing for the next visitor: %s',
    async (step) => {
      const { browser, reached, moveTab, readStore } = await serveNextParent();
      const { first, tab: open } = reached.left.find((one) => one.step === step)!;
      const tab = moveTab(open);
      if (step === 'credentials') await submitStep(browser, 'payment/review', reached.second);

      const before = await readStore();
      expectNothingReturned(await pressAgain(tab, first[step]), first[step]);
      expect(await readStore()).toEqual(before);
      await tab.follow('Go to the current sign-up');
      expect(tab.page.path).toBe(step === 'credentials' ? '/credentials' : '/payment/review');
      for (const text of textsIn(first.step1).filter((each) => each.includes('@')))
        expect(tab.page.html).not.toContain(text);
    },
  );

  const serveNextProfessional = serveAfter(async (browser) => {
    const first = lawyerOfMinnesota();
    await walkProfessionalTo(browser, 'security', first);
    const tabs = await openTabs(browser, ['pro/contact', 'pro/practice', 'pro/security']);
    await browser.press('Exit this page');
    await walkProfessionalTo(browser, 'security', lawyerOfMinnesota());
    return { first, tabs };
  });

  it.each(['contact', 'practice', 'security'] as const)(
    'of a professional writes nothing for the next visitor: %s',
    async (step) => {
      const { reached, moveTab, readStore } = await serveNextProfessional();
      const { first, tabs } = reached;
      const tab = moveTab(tabs.get(`pro/${step}`)!);

      const before = await readStore();
      const page = step === 'contact' ? await pressAgain(tab, first.contact) : await tab.pressEnter();
      expectNothingReturned(page, step === 'contact' ? first.contact : {});
      expect(await readStore()).toEqual(before);
      expect((await tab.follow('Go to the current sign-up')).path).toBe('/pro/security');
    },
  );

  it.each(['step1', 'step2', 'payment/billing'] as const)(
    'returns no typed text if the next visitor sends %s again',
    async (step) => {
      const { openBrowser, readStore, pass } = await serve();
      const browser = openBrowser();
      const answers = parentOfMinnesota();
      if (step === 'step1') await browser.open('/step1');
      else await walkTo(browser, step, answers);
      const { action, body } = fillWithMistake(browser, answers[step]);
      await browser.send('POST', action, body);
      await browser.press('Exit this page');
      // No sooner, two pages may have been requested together.
      pass(5_000);
      const before = await readStore();
      for (const first of ['Exit', '/signup'] as const) {
        if (first !== 'Exit') await browser.open(first);
        const page = await browser.send('POST', action, body);
        expect(page.status).toBe(step === 'step1' && first === 'Exit' ? 403 : 409);
        for (const text of textsIn(answers[step])) expect(page.html).not.toContain(text);
      }
      // A browser without an origin, such as Lynx.
      browser.sendsOrigin = false;
      const page = await browser.send('POST', action, body);
      expect([page.status, page.heading]).toEqual([403, OUT_OF_DATE]);
      for (const text of textsIn(answers[step])) expect(page.html).not.toContain(text);
      expect(await readStore()).toEqual(before);

      function fillWithMistake(tab: PlainBrowser, typed: Answers) {
        tab.fill({ ...typed, [step === 'payment/billing' ? 'city' : 'firstName']: '' });
        const submission = tab.page.submission(tab.page.defaultButton());
        return { action: submission.action, body: submission.body.toString() };
      }
    },
  );

  it('begins no sign-up in a browser without a session, and explains why', async () => {
    const { openBrowser, readStore } = await serve();
    const browser = openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/review', answers);
    const tabs = await Promise.all(
      PARENT_STEPS.map(async (step) => {
        const tab = openTab(browser);
        await tab.open(`/${step}`);
        return tab;
      }),
    );
    await browser.press('Exit this page');
    const before = await readStore();
    for (const hasVisitor of [false, true]) {
      if (hasVisitor) await browser.open('/signup');
      for (const [index, tab] of tabs.entries()) {
        const { action, body } = tab.page.submission(tab.page.defaultButton());
        const page = await tab.send('POST', action, body.toString());
        expect([page.status, page.heading], PARENT_STEPS[index]).toEqual([409, OUT_OF_DATE]);
        expect(page.text('main')).toContain('does not belong to a sign-up that is open in this browser');
      }
    }
    expect(await readStore()).toEqual(before);
  });
});

describe('a page of a finished sign-up', () => {
  /** Leaves a page of each step open on the way to the receipt, and posts it there. Then the next visitor walks to the review. */
  const serveNextParent = serveAfter(async (browser) => {
    const [first, second] = [parentOfMinnesota(), parentOfMinnesota()];
    await walkTo(browser, 'step2', first);
    const tabs = await openTabs<(typeof READY_MADE_STEPS)[number]>(browser, ['step1']);
    for (const step of READY_MADE_STEPS.slice(1)) {
      for (const [opened, tab] of await openTabs(browser, [step])) tabs.set(opened, tab);
      await submitStep(browser, step, first);
    }
    await browser.waitForRefresh();
    const statuses = new Map<string, number>();
    for (const [step, tab] of tabs)
      statuses.set(step, (await tab.send('POST', tab.urlOf(`/${step}`), bodyOf(tab))).status);
    await walkTo(browser, 'payment/review', second);
    return { first, second, tabs, statuses };
  });

  it.each([...PARENT_STEPS, 'credentials'] as const)('writes nothing for the next visitor: %s', async (step) => {
    const { browser, reached, moveTab, readStore } = await serveNextParent();
    const { first, second, tabs, statuses } = reached;
    expect(statuses.get(step)).toBe(409);
    const tab = moveTab(tabs.get(step)!);
    if (step === 'credentials') await submitStep(browser, 'payment/review', second);

    const before = await readStore();
    expectOutOfDate(await pressAgain(tab, first[step]), first[step]);
    expect(await readStore()).toEqual(before);
  });
});

describe('a page of a completed sign-up, after idle hours', () => {
  const HOURS = 3 * 60 * 60 * 1000;
  const EXPIRED = 'that time is over';

  async function expectDone(served: Awaited<ReturnType<typeof serve>>, browser: PlainBrowser, tab: PlainBrowser) {
    served.pass(HOURS);
    const before = await served.readStore();
    const page = await tab.send('POST', tab.urlOf(tab.page.path), bodyOf(tab));
    expect([page.status, page.heading]).toEqual([409, OUT_OF_DATE]);
    expect(page.html).not.toContain(EXPIRED);
    expect(await served.readStore()).toEqual(before);
    for (const path of ['/step1', '/invite/step1', '/pro'])
      expect((await browser.open(path)).html).not.toContain(EXPIRED);
  }

  it('is outdated after a payment, and is not reported as expired', async () => {
    const served = await serve();
    const browser = served.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/billing', answers);
    const tab = openTab(browser);
    await tab.open('/payment/billing');
    for (const step of ['payment/billing', 'payment/method', 'payment/review', 'credentials'] as const)
      await submitStep(browser, step, answers);
    expect((await browser.waitForRefresh()).path).toBe('/receipt');
    await expectDone(served, browser, tab);
  });

  it('is outdated if nothing was due', async () => {
    const served = await serve();
    const browser = served.openBrowser();
    const answers = coParentOfMinnesota();
    await browser.open('/invite?token=demo-invite-paid-no-address&userId=9004');
    await walkInvited(browser, ['step1'], answers);
    const tab = openTab(browser);
    await tab.open('/invite/billing-info');
    await walkInvited(browser, ['billing-info', 'credentials'], answers);
    await expectDone(served, browser, tab);
  });

  it('is outdated after a professional registered', async () => {
    const served = await serve();
    const browser = served.openBrowser();
    const answers = lawyerOfMinnesota();
    await walkProfessionalTo(browser, 'practice', answers);
    const tab = openTab(browser);
    await tab.open('/pro/practice');
    for (const step of ['practice', 'security'] as const) await submitProfessionalStep(browser, step, answers);
    expect(browser.page.path).toBe('/pro/done');
    await expectDone(served, browser, tab);
  });
});

function bodyOf(tab: PlainBrowser): string {
  return tab.page.submission(tab.page.defaultButton()).body.toString();
}

describe('a page of a professional', () => {
  const STEPS = ['contact', 'practice', 'security'] as const;
  const serveRegistered = serveAfter(async (browser) => {
    const answers = lawyerOfMinnesota();
    await walkProfessionalTo(browser, 'security', answers);
    const tabs = await openTabs(
      browser,
      STEPS.map((step) => `pro/${step}` as const),
    );
    await submitProfessionalStep(browser, 'security', answers);
    return { answers, tabs };
  });

  it('writes nothing at any step of the next professional in this browser', async () => {
    const { browser, reached, moveTab, readStore, professionals } = await serveRegistered();
    const others = lawyerOfMinnesota();
    const pressLatePages = async () => {
      const before = await readStore();
      for (const step of STEPS) {
        const typed = reached.answers[step];
        const page = await pressAgain(moveTab(reached.tabs.get(`pro/${step}`)!), typed);
        expectOutOfDate(page, typed);
        expect(await readStore(), `${step} at ${browser.page.path}`).toEqual(before);
      }
    };
    await browser.open('/pro/done');
    await browser.press('Register another professional');
    for (const step of STEPS) {
      await pressLatePages();
      await submitProfessionalStep(browser, step, others);
    }
    await pressLatePages();
    expect(await professionals()).toHaveLength(2);
  });
});

describe('an older page of the same sign-up', () => {
  it('is accepted from another tab after later steps and with a new session id', async () => {
    const { openBrowser } = await serve();
    const browser = openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'step2', answers);
    const tab = openTab(browser);
    await tab.open('/step2');
    for (const step of stepsBefore('payment/method').slice(1)) await submitStep(browser, step, answers);
    const page = await pressAgain(tab, { ...answers.step2, firstName: 'Bernd' });
    expect([page.status, page.path]).toEqual([200, pathAfter('step2')]);
    expect((await browser.open('/step2')).values.firstName).toBe('Bernd');

    const old = openTab(browser);
    await old.open('/step2');
    await browser.open('/payment/method');
    await submitStep(browser, 'payment/method', answers);
    await submitStep(browser, 'payment/review', answers);
    expect((await pressAgain(old, answers.step2)).path).toBe('/credentials');
  });

  it('is accepted if it began the sign-up, even after an error', async () => {
    const { openBrowser } = await serve();
    const browser = openBrowser();
    const answers = parentOfMinnesota();
    await browser.open('/step1');
    const first = openTab(browser);
    await first.open('/step1');
    browser.jar = first.jar;
    // The first post has an error, so the returned page begins the sign-up. Back can still open the original page.
    const shown = first.page;
    await first.pressEnter();
    expect(first.page.status).toBe(422);
    await pressAgain(first, answers.step1);
    shown.fill({ ...answers.step1, firstName: 'Anna' });
    const { action, body } = shown.submission(shown.defaultButton());
    expect((await first.send('POST', action, body.toString())).status).toBe(303);
    expect((await first.open('/step1')).values.firstName).toBe('Anna');
  });

  it('keeps typed values beyond the idle time', async () => {
    const { openBrowser, store } = await serve();
    const browser = openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'step2', answers);
    await store.db.updateTable('sessions').set({ expires_at: '2020-01-01T00:00:00.000Z' }).execute();
    const page = await pressAgain(browser, answers.step2);
    expect([page.status, page.path]).toEqual([200, '/step1']);
    await submitStep(browser, 'step1', answers);
    expect(browser.page.values.firstName).toBe('Ben');
  });
});

describe('two first pages of a browser that were requested together', () => {
  const FIRST = {
    'parent A': { link: '/signup', step: 'step1', answers: parentOfMinnesota().step1, next: '/step2' },
    'parent B': { link: INVITE, step: 'invite/step1', answers: coParentOfMinnesota().step1, next: '/invite/packages' },
    'a professional': {
      link: '/signup',
      step: 'pro/contact',
      answers: lawyerOfMinnesota().contact,
      next: '/pro/practice',
    },
  } as const;

  /** Opens both pages without a cookie. The browser keeps only the later one's. */
  async function openTogether(who: keyof typeof FIRST, secondsLater: number) {
    const served = await serve();
    const { link, step } = FIRST[who];
    const [older, later] = [served.openBrowser(), served.openBrowser()];
    await older.open(link);
    await older.open(`/${step}`);
    served.pass(secondsLater * 1000);
    await later.open(link);
    await later.open(`/${step}`);
    older.jar = later.jar;
    return { ...served, older, later, ...FIRST[who] };
  }

  it.each(Object.keys(FIRST) as (keyof typeof FIRST)[])('are both accepted from %s', async (who) => {
    const { older, later, answers, next, sessions } = await openTogether(who, 1);
    older.fill({ ...answers, firstName: '' });
    const { action, body } = older.page.submission(older.page.defaultButton());
    const faulty = await older.send('POST', action, body.toString());
    expect([faulty.status, faulty.values.lastName]).toEqual([422, answers.lastName]);
    const repeated = await Promise.all([0, 1].map(() => openTab(older).send('POST', action, body.toString())));
    expect(repeated.map(({ status }) => status)).toEqual([422, 422]);
    expect((await pressAgain(older, answers)).path).toBe(next);
    expect((await sessions()).filter(({ ended_as }) => ended_as === null)).toHaveLength(1);
    // An invite owns its pages; the others ask which sign-up counts.
    const page = await pressAgain(later, { ...answers, firstName: 'Cleo' });
    if (who === 'parent B') expect(page.path).toBe(next);
    else expect([page.status, page.heading]).toEqual([409, BEGUN]);
    expect(page.status === 409 ? page.texts('main ul li') : ['Cleo']).toContain('Cleo');
  });

  it.each(Object.keys(FIRST) as (keyof typeof FIRST)[])('return nothing to the next visitor after %s', async (who) => {
    const { older, answers, readStore } = await openTogether(who, 6);
    const before = await readStore();
    expectNothingReturned(await pressAgain(older, answers), answers);
    expect(await readStore()).toEqual(before);
  });
});

describe('a page opened before a sign-up began in its browser', () => {
  const serveBoth = serveAfter(async (browser) => {
    const first = parentOfMinnesota();
    await browser.open('/step1');
    const tab = openTab(browser);
    await tab.open('/step1');
    await walkTo(browser, 'step3', first);
    const old = openTab(browser);
    await old.open('/step2');
    return { tab, old, first };
  });

  async function openBoth() {
    const { reached, moveTab, ...served } = await serveBoth();
    const { tab, old, first } = reached;
    return { ...served, tab: moveTab(tab), old: moveTab(old), first, second: parentOfMinnesota() };
  }

  it('shows the typed values and a question in each language, and writes nothing before an answer', async () => {
    const { tab, second, readStore } = await openBoth();
    const before = await readStore();
    const page = await pressAgain(tab, second.step1);
    expect([page.status, page.heading]).toEqual([409, BEGUN]);
    expect(page.texts('main ul li')).toEqual(expect.arrayContaining(textsIn(second.step1)));
    expect([(await tab.press('Español')).status, tab.page.heading]).toEqual([
      409,
      'Ya se inició un registro en este navegador',
    ]);
    expect(tab.page.texts('main ul li')).toEqual(expect.arrayContaining(textsIn(second.step1)));
    expect(await readStore()).toEqual(before);
    expect((await tab.follow('Continuar con ese registro')).path).toBe('/step3');
    expect(tab.page.$('html').attr('lang')).toBe('es');
  });

  it('begins another sign-up on request, deletes the first one, and ignores its pages', async () => {
    const { browser, tab, old, first, second, readStore, store, settleDiscards } = await openBoth();
    const readRegistrations = () => store.db.selectFrom('backend_registrations').select('email').execute();
    await pressAgain(tab, second.step1);
    expect((await tab.press('Leave it and begin another one')).path).toBe('/step2');
    expect((await tab.open('/step1')).values).toMatchObject({ email: second.step1.email });
    expect(await readRegistrations()).toHaveLength(2);
    await settleDiscards();
    expect(await readRegistrations()).toEqual([{ email: second.step1.email }]);
    const before = await readStore();
    expectOutOfDate(await pressAgain(old, first.step2), first.step2);
    expect(await readStore()).toEqual(before);
    expect((await browser.open('/step3')).path).toBe('/step2');
  });

  it('begins another sign-up after its question was read in another language', async () => {
    const { tab, second } = await openBoth();
    await pressAgain(tab, second.step1);
    for (const language of ['Español', 'English', 'Español']) await tab.press(language);
    expect((await tab.press('Dejarlo e iniciar otro')).path).toBe('/step2');
    expect((await tab.open('/step1')).values).toMatchObject({ email: second.step1.email });
  });

  it('begins another sign-up with what is typed if its language was switched first', async () => {
    const { tab, second } = await openBoth();
    tab.fill(second.step1);
    expect([(await tab.press('Español')).status, tab.page.$('html').attr('lang')]).toEqual([409, 'es']);
    expect((await tab.press('Dejarlo e iniciar otro')).path).toBe('/step2');
  });

  it('leaves no sign-up whose deletion could not be stored, because no later process would delete it', async () => {
    const { browser, tab, first, second, store, settleDiscards } = await openBoth();
    const readRegistrations = () => store.db.selectFrom('backend_registrations').select('email').execute();
    await pressAgain(tab, second.step1);
    const again = tab.movedTo(tab.origin);
    await store.db.schema.alterTable('discards').renameTo('discards_elsewhere').execute();
    expect((await tab.press('Leave it and begin another one')).status).toBe(500);
    await store.db.schema.alterTable('discards_elsewhere').renameTo('discards').execute();
    expect((await browser.open('/step3')).path).toBe('/step3');
    expect((await again.press('Leave it and begin another one')).path).toBe('/step2');
    expect(await readRegistrations()).toContainEqual({ email: first.step1.email });
    await settleDiscards();
    expect(await readRegistrations()).not.toContainEqual({ email: first.step1.email });
  });

  it('replaces only the sign-up that its question was about', async () => {
    const { browser, tab, second, readStore } = await openBoth();
    await pressAgain(tab, second.step1);
    // Meanwhile another sign-up begins.
    const another = openTab(browser);
    another.jar = browser.jar;
    const third = openTab(browser);
    await third.send('POST', third.urlOf('/exit'), '');
    await browser.open('/signup');
    await walkTo(browser, 'step2', parentOfMinnesota());
    const before = await readStore();
    expect((await tab.press('Leave it and begin another one')).status).toBe(409);
    expect(await readStore()).toEqual(before);
  });

  it('asks a professional the same question, and does not change a parent’s sign-up', async () => {
    const { openBrowser } = await serve();
    const browser = openBrowser();
    const [first, second] = [lawyerOfMinnesota(), lawyerOfMinnesota()];
    await walkTo(browser, 'step2', parentOfMinnesota());
    const tab = openTab(browser);
    await tab.open('/pro/contact');
    await walkProfessionalTo(browser, 'practice', first);
    expect([(await pressAgain(tab, second.contact)).status, tab.page.heading]).toEqual([409, BEGUN]);
    expect((await tab.press('Leave it and begin another one')).path).toBe('/pro/practice');
    expect((await tab.open('/pro/contact')).values.email).toBe(second.contact.email);
    expect((await tab.open('/step2')).path).toBe('/step2');
  });
});

describe('a page that a browser without an origin kept for more than a day', () => {
  const DAYS = 25 * 60 * MINUTE_MS;
  const AGAIN = { en: 'Please send this once more', es: 'Por favor, envíe esto una vez más' };

  async function openOld() {
    const { openBrowser, pass, sessions } = await serve();
    const browser = openBrowser();
    browser.sendsOrigin = false;
    await browser.open('/step1');
    const { step1 } = parentOfMinnesota();
    browser.fill(step1);
    pass(DAYS);
    return { browser, step1, pass, sessions };
  }

  it('sends the typed values also after its language was switched', async () => {
    const { browser, step1, pass } = await openOld();
    expect([(await browser.pressEnter()).status, browser.page.heading]).toEqual([403, AGAIN.en]);
    const typed = ['Ann', "O'Neil", step1.email, '+1', '(612) 555-0100'];
    expect(browser.page.texts('main ul li')).toEqual(typed);
    pass(DAYS);
    expect([(await browser.press('Español')).status, browser.page.heading]).toEqual([403, AGAIN.es]);
    expect(browser.page.texts('main ul li')).toEqual(typed);
    expect((await browser.press('Enviar de nuevo')).path).toBe('/step2');
  });

  it('shows typed values and the names of country and region, but no codes', async () => {
    const { openBrowser, pass } = await serve();
    const browser = openBrowser();
    await walkTo(browser, 'payment/billing', parentOfMinnesota());
    browser.sendsOrigin = false;
    browser.fill({ ...parentOfMinnesota()['payment/billing'], city: 'Helena' });
    const { body } = browser.page.submission(browser.page.defaultButton());
    expect(body.get('script')).toBe('did-not-run');
    pass(DAYS);
    expect([(await browser.pressEnter()).status, browser.page.heading]).toEqual([403, AGAIN.en]);
    const address = ['United States', '12 Elm Street', 'Apt 4', 'Helena', 'Minnesota', '55101'];
    expect(browser.page.texts('main ul li')).toEqual(address);
  });

  it('switches its language, and sends no answers', async () => {
    const { browser, step1, pass, sessions } = await openOld();
    await browser.press('Español');
    pass(DAYS);
    expect((await browser.press('English')).heading).toBe(AGAIN.en);
    const page = await browser.press('Send again');
    expect([page.status, page.path, page.values.email]).toEqual([200, '/step1', step1.email]);
    expect(await sessions()).toEqual([]);
  });
});

describe('a page of a sign-up that was left for an invite', () => {
  const EARLIER_STEPS = ['step1', 'step2', 'step3', 'payment/billing', 'payment/method'] as const;

  /** Walks as parent A to the review, leaves a page of each step open, and accepts an invite as another person. */
  const leaveForInvite = serveAfter(async (browser) => {
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/review', answers);
    const tabs = await openTabs(browser, EARLIER_STEPS);
    await browser.open(INVITE);
    await browser.press('Accept the invitation');
    return { answers, tabs };
  });

  it.each(['before', 'after'] as const)('writes nothing %s the first step of the invite', async (when) => {
    const { browser, reached, moveTab, readStore, settleDiscards } = await leaveForInvite();
    const { answers, tabs } = reached;
    if (when === 'after') await walkInvitedTo(browser, 'packages', coParentOfMinnesota());
    await settleDiscards();
    const before = await readStore();
    for (const [step, tab] of tabs) expectOutOfDate(await pressAgain(moveTab(tab), answers[step]), answers[step]);
    expect(await readStore()).toEqual(before);
    expect((await browser.open('/invite')).texts('h1')[0]).toContain("You're steps away");
  });

  it('deletes its registration', async () => {
    const { store, settleDiscards } = await leaveForInvite();
    await settleDiscards();
    expect(await store.db.selectFrom('backend_registrations').select('id').execute()).toEqual([]);
  });

  it('writes nothing in a session that an earlier release left, and its registration is deleted with the invite', async () => {
    const { openBrowser, store, changeSession, readStore, settleDiscards } = await serve();
    const browser = openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'step3', answers);
    const tab = openTab(browser);
    await tab.open('/step2');
    await changeSession(({ registration }) => ({ ...freshState, leftRegistrations: [registration!] }));
    await browser.open(INVITE);
    await walkInvitedTo(browser, 'packages', coParentOfMinnesota());
    const before = await readStore();
    expectOutOfDate(await pressAgain(tab, answers.step2), answers.step2);
    expect(await readStore()).toEqual(before);
    await browser.open('/step1');
    expect((await browser.press('Begin a separate sign-up')).path).toBe('/step1');
    await settleDiscards();
    expect(await store.db.selectFrom('backend_registrations').select('id').execute()).toEqual([]);
  });
});

describe('a page of an invite', () => {
  it('writes nothing for another invite opened since', async () => {
    const { openBrowser, readStore } = await serve();
    const browser = openBrowser();
    const answers = coParentOfMinnesota();
    await browser.open(INVITE);
    const tab = openTab(browser);
    await tab.open('/invite/step1');
    await browser.open(ANOTHER_INVITE);
    const before = await readStore();
    expectOutOfDate(await pressAgain(tab, answers.step1), answers.step1);
    expect(await readStore()).toEqual(before);
  });

  // Of a sign-up left at an early step. The walk below presses the pages of a whole one.
  it.each(['packages', 'payment/billing', 'payment/method'] as const)(
    'writes nothing for another invite accepted since: %s',
    async (step) => {
      const { openBrowser, readStore } = await serve();
      const browser = openBrowser();
      const answers = coParentOfMinnesota();
      await browser.open(INVITE);
      await walkInvitedTo(browser, step, answers);
      const tab = openTab(browser);
      await tab.open(`/invite/${step}`);
      await browser.open(ANOTHER_INVITE);
      await browser.press('Accept the invitation');
      await browser.follow('Get Started');
      browser.fill(coParentOfMinnesota().step1);
      await browser.pressEnter();
      const before = await readStore();
      expectOutOfDate(await pressAgain(tab, answers[step]), answers[step]);
      expect(await readStore()).toEqual(before);
    },
  );

  const INVITED_STEPS = ['step1', 'packages', 'payment/billing', 'payment/method', 'payment/review'] as const;
  const reachTabs = (steps: readonly InvitedStep[], goal: InvitedStep) => async (browser: PlainBrowser) => {
    const answers = coParentOfMinnesota();
    await browser.open(INVITE);
    await walkInvitedTo(browser, goal, answers);
    return {
      answers,
      tabs: await openTabs(
        browser,
        steps.map((step) => `invite/${step}` as const),
      ),
    };
  };
  const LATE = {
    'an unpaid invite': serveAfter(reachTabs(INVITED_STEPS, 'payment/review')),
    'a paid invite': serveAfter(reachTabs(['credentials'], 'credentials')),
  };

  it.each(Object.keys(LATE) as (keyof typeof LATE)[])(
    'writes nothing at any step of another invite accepted since: pages of %s',
    async (which) => {
      const { browser, reached, moveTab, readStore } = await LATE[which]();
      const { answers, tabs } = reached;
      const pressLatePages = async () => {
        const before = await readStore();
        for (const [path, tab] of tabs) {
          const typed = answers[path.slice('invite/'.length) as InvitedStep];
          expectOutOfDate(await pressAgain(moveTab(tab), typed), typed);
          expect(await readStore(), `${path} at ${browser.page.path}`).toEqual(before);
        }
      };
      const others = coParentOfMinnesota();
      await browser.open(ANOTHER_INVITE);
      await browser.press('Accept the invitation');
      await pressLatePages();
      await browser.follow('Get Started');
      for (const step of PAYING_STEPS) {
        await pressLatePages();
        await submitInvitedStep(browser, step, others);
      }
      await pressLatePages();
      expect(browser.page.heading).toMatch(/^You're all set!/);
    },
  );

  it.each(INVITED_STEPS)('only acts on its own invite while a question about another one is open: %s', async (step) => {
    const { browser, reached, moveTab, store } = await LATE['an unpaid invite']();
    const readOther = () => store.db.selectFrom('backend_invitations').selectAll().where('id', '=', '9006').execute();
    const before = await readOther();
    expect(before).toHaveLength(1);
    await browser.open(ANOTHER_INVITE);
    expect(browser.page.heading).toBe(QUESTION);
    const page = await pressAgain(moveTab(reached.tabs.get(`invite/${step}`)!), reached.answers[step]);
    expect(page.status).toBeLessThan(500);
    expect(await readOther()).toEqual(before);
    const attempts = await store.db.selectFrom('backend_payment_attempts').selectAll().execute();
    expect(JSON.stringify(attempts)).not.toContain('9006');
  });

  it('requests a new link for its own invite while a question about another one is open', async () => {
    const { openBrowser, store } = await serve();
    const browser = openBrowser();
    const answers = coParentOfMinnesota();
    await browser.open(INVITE);
    await walkInvitedTo(browser, 'packages', answers);
    const tab = openTab(browser);
    await tab.open('/invite/request');
    await browser.open(ANOTHER_INVITE);
    expect((await tab.press('Send me a new link')).heading).toBe('Thank you! Your new link is on the way.');
    const mails = await store.db.selectFrom('backend_mails').select('recipient').execute();
    expect(mails).toEqual([{ recipient: answers.step1.email }]);
  });

  it('is accepted from two tabs as one sign-up', async () => {
    const { openBrowser } = await serve();
    const browser = openBrowser();
    const answers = coParentOfMinnesota();
    await browser.open(INVITE);
    const tab = openTab(browser);
    await tab.open('/invite/step1');
    await walkInvitedTo(browser, 'packages', answers);
    expect((await pressAgain(tab, answers.step1)).path).toBe('/invite/packages');
  });
});

describe('answers without an accepted first step', () => {
  const HOURS = 3 * 60 * MINUTE_MS;
  const EXPIRED_ROWS = { expires_at: '2020-01-01T00:00:00.000Z' };

  interface Visit extends Pick<Site, 'browser' | 'store'> {
    pass: (ms: number) => void;
  }

  let isBroken = false;
  const BREAKABLE: SiteSettings = {
    trouble: ({ invites }) => ({
      invites: { get: (...args) => (isBroken ? Promise.reject(new Error('down')) : invites.get(...args)) },
    }),
  };

  const setTokens = ({ store }: Visit, expires_at: string) =>
    store.db.updateTable('backend_tokens').set({ expires_at }).where('purpose', '=', 'invite').execute();

  const endLink = async (visit: Visit, press: () => Promise<unknown>) => {
    await setTokens(visit, '2001-01-01T00:00:00.000Z');
    await press();
    await setTokens(visit, '2099-01-01T00:00:00.000Z');
  };

  /** Each leaves answers of parent B in the session, whose first step is not accepted. */
  const OF_INVITE: Record<string, (visit: Visit, answers: ReturnType<typeof coParentOfMinnesota>) => Promise<unknown>> =
    {
      async 'typed before the link expired'(visit, answers) {
        await visit.browser.open('/invite/step1');
        await endLink(visit, () => pressAgain(visit.browser, answers.step1));
      },
      async 'typed while the backend is down'({ browser }, answers) {
        await browser.open('/invite/step1');
        isBroken = true;
        const { status } = await pressAgain(browser, answers.step1);
        isBroken = false;
        expect(status).toBe(500);
      },
      async 'kept with more time'({ browser }, answers) {
        await browser.open('/invite/step1');
        browser.fill(answers.step1);
        const { body } = browser.page.submission(browser.page.defaultButton());
        body.set('intent', 'more-time');
        await browser.post('/invite/step1', body.toString());
      },
      async 'typed before the session expired'({ browser, store }, answers) {
        await walkInvitedTo(browser, 'packages', answers);
        await store.db.updateTable('sessions').set(EXPIRED_ROWS).execute();
        await pressAgain(browser, answers.packages);
      },
      async 'typed before session and invite expired'(visit, answers) {
        await walkInvitedTo(visit.browser, 'packages', answers);
        await visit.browser.open('/invite/step1');
        visit.pass(HOURS);
        await pressAgain(visit.browser, answers.step1);
      },
      async 'that start again after the backend ended the invite'(visit, answers) {
        await walkInvitedTo(visit.browser, 'payment/review', answers);
        await endLink(visit, () => visit.browser.press('Pay now'));
      },
    };

  const left = Object.fromEntries(
    Object.entries(OF_INVITE).map(([how, leaveAnswers]) => [
      how,
      serveAfter(async (browser, site) => {
        const answers = coParentOfMinnesota();
        let passed = 0;
        const pass = (ms: number) => {
          passed += ms;
          site.pass(ms);
        };
        await browser.open(INVITE);
        await leaveAnswers({ browser, store: site.store, pass }, answers);
        return { answers, passed };
      }, BREAKABLE),
    ]),
  );

  async function leave(how: string) {
    const { reached, ...visit } = await left[how]!();
    visit.pass(reached.passed);
    return { ...visit, answers: reached.answers };
  }

  /** An accepted address, which another holder of the link may have typed, is only shown in its session. */
  const keptOf = (how: string, { step1: { firstName, email } }: ReturnType<typeof coParentOfMinnesota>) =>
    how === 'typed before the session expired' ? { firstName } : { email };

  it.each(Object.keys(OF_INVITE))('of an invite stay with its link: %s', async (how) => {
    const { browser, answers } = await leave(how);
    expect((await browser.open(INVITE)).heading).not.toBe(QUESTION);
    expect((await browser.open('/invite/step1')).values).toMatchObject(keptOf(how, answers));
  });

  it.each(Object.keys(OF_INVITE))('of an invite never reach another one: %s', async (how) => {
    const { browser, answers, store } = await leave(how);
    await browser.open(INVITE);
    const [tab, request] = [openTab(browser), openTab(browser)];
    await tab.open('/invite/step1');
    await request.open('/invite/request');
    await browser.open(ANOTHER_INVITE);
    for (const path of ['/invite', '/invite/step1', '/invite/packages', '/invite/credentials']) {
      expect((await browser.open(path)).heading, path).toBe(QUESTION);
      expect(browser.page.html).not.toContain(answers.step1.email);
    }
    expect((await tab.pressEnter()).heading).toBe(QUESTION);
    await request.press('Send me a new link');
    expect(await store.db.selectFrom('backend_mails').select('id').execute()).toEqual([]);
    await browser.open('/invite');
    await browser.press('Go on with the other sign-up');
    await browser.open(INVITE);
    expect((await browser.open('/invite/step1')).values).toMatchObject(keptOf(how, answers));
    const stale = openTab(browser);
    await stale.open('/invite/step1');
    await browser.open(ANOTHER_INVITE);
    await browser.press('Accept the invitation');
    expect((await browser.open('/invite/step1')).html).not.toContain(answers.step1.email);
    expect((await pressAgain(stale, answers.step1)).status).toBe(409);
    const read = store.db.selectFrom('backend_invitations').select(['id', 'answers']).where('id', '=', '9006');
    expect(JSON.stringify(await read.execute())).not.toContain(answers.step1.email);
  });

  it.each(Object.keys(OF_INVITE))('of an invite never join a parent’s own sign-up: %s', async (how) => {
    const { browser, answers } = await leave(how);
    expect((await browser.open('/step1')).heading).toBe('You have begun to join with an invitation');
    expect((await browser.press('Begin a separate sign-up')).path).toBe('/step1');
    await walkTo(browser, 'payment/billing', parentOfMinnesota());
    expect(browser.page.html).not.toContain(answers.step1.email);
    expect((await browser.open(INVITE)).heading).toBe(QUESTION);
  });

  /** Each leaves answers of parent A in the session, without a registration. */
  const OF_PARENT: Record<string, (visit: Visit, answers: ReturnType<typeof parentOfMinnesota>) => Promise<unknown>> = {
    async 'at a duplicate, after Start again'({ browser }, answers) {
      await walkTo(browser, 'payment/method', answers);
      browser.fill({ subscriptionCode: 'PREPAID-40' });
      await browser.press('Apply');
      await browser.open('/step1');
      await pressAgain(browser, { ...answers.step1, email: 'taken@example.com' });
      await browser.press('Start again with other details');
    },
    async 'after the backend lost the registration'({ browser, store }, answers) {
      await walkTo(browser, 'payment/method', answers);
      browser.fill({ subscriptionCode: 'PREPAID-40' });
      await browser.press('Apply');
      await store.db.deleteFrom('backend_registrations').execute();
      await browser.reload();
    },
    async 'typed before the session expired'({ browser, store }, answers) {
      await walkTo(browser, 'step2', answers);
      await store.db.updateTable('sessions').set(EXPIRED_ROWS).execute();
      await pressAgain(browser, answers.step2);
    },
  };

  it.each(Object.keys(OF_PARENT))('of parent A never join an invite: %s', async (how) => {
    const visit = await serve();
    const { browser } = visit;
    const answers = parentOfMinnesota();
    await OF_PARENT[how]!(visit, answers);
    expect(browser.page.path).toBe('/step1');
    const tab = openTab(browser);
    await tab.open('/step1');
    expect((await browser.open(INVITE)).heading).toBe(QUESTION);
    await browser.press('Go on with the other sign-up');
    expect(browser.page.path).toBe('/step1');
    await browser.open(INVITE);
    await browser.press('Accept the invitation');
    await walkInvitedTo(browser, 'payment/method', coParentOfMinnesota());
    expect(browser.page.html).not.toContain('PREPAID-40');
    await walkInvited(browser, ['payment/method'], coParentOfMinnesota());
    expect(browser.page.figure('Total')).toBe('$179.55');
    expectOutOfDate(await pressAgain(tab, answers.step1), answers.step1);
  });

  it('of an earlier release, which do not name their invite, are asked about', async () => {
    const { browser, answers, changeSession } = await leave('typed before the link expired');
    await changeSession(({ inviteId: _unknown, ...state }) => state);
    for (const link of [INVITE, ANOTHER_INVITE]) {
      expect((await browser.open(link)).heading).toBe(QUESTION);
      expect((await browser.open('/invite/step1')).html).not.toContain(answers.step1.email);
    }
    await browser.press('Accept the invitation');
    expect((await browser.open('/invite/step1')).html).not.toContain(answers.step1.email);
  });
});

describe('the form for username and password', () => {
  it('sets nothing for another mailed link opened since', async () => {
    const { openBrowser, mailedLink, readStore } = await serve();
    const [first, second] = [parentOfMinnesota(), parentOfMinnesota()];
    await walkTo(openBrowser(), 'credentials', first);
    const link = await mailedLink();
    await walkTo(openBrowser(), 'credentials', second);
    const browser = openBrowser();
    expect((await browser.open(link)).path).toBe('/credentials');
    const tab = openTab(browser);
    await tab.open('/credentials');
    await browser.open(await mailedLink());
    const before = await readStore();
    expectOutOfDate(await pressAgain(tab, first.credentials), first.credentials);
    expect(await readStore()).toEqual(before);
    expect((await tab.follow('Go to sign-up')).path).toBe('/signup');
  });

  it('leads back to the mail if its link was opened too long ago', async () => {
    const { openBrowser, mailedLink, readStore, pass } = await serve();
    const answers = parentOfMinnesota();
    await walkTo(openBrowser(), 'credentials', answers);
    const { credentials } = answers;
    const link = await mailedLink();
    const browser = openBrowser();
    await browser.open(link);
    pass(50 * MINUTE_MS);
    // Each view lasts for an hour.
    await browser.reload();
    pass(50 * MINUTE_MS);
    const tab = openTab(browser);
    await tab.open('/credentials');
    pass(61 * MINUTE_MS);
    const before = await readStore();
    expectOutOfDate(await pressAgain(browser, credentials), credentials);
    expect(browser.page.text('main')).toContain('please open the link in our email again. It works for 30 days');
    expect((await browser.press('Español')).text('main')).toContain('abra de nuevo el enlace de nuestro correo.');
    expect(await readStore()).toEqual(before);
    await browser.press('English');
    await browser.open(link);
    expect((await pressAgain(browser, credentials)).heading).toBe(SET);
  });

  /** Lets a parent pay and a lawyer register, each in another browser. Returns their links and answers, by person. */
  const serveMailed = serveAfter(async (_browser, { openBrowser, mailedLink }) => {
    const [parent, lawyer] = [parentOfMinnesota(), lawyerOfMinnesota()];
    await walkTo(openBrowser(), 'credentials', parent);
    const parentsLink = await mailedLink();
    const browser = openBrowser();
    await walkProfessionalTo(browser, 'security', lawyer);
    await submitProfessionalStep(browser, 'security', lawyer);
    return {
      'parent A': { link: parentsLink, email: String(parent.step1.email), answers: parent.credentials },
      'a lawyer': { link: await mailedLink(), email: String(lawyer.contact.email), answers: parent.credentials },
    };
  });

  const PAID = 'Payment received, $';

  it.each(['parent A', 'a lawyer'] as const)(
    'acts on the mailed link of %s in a browser where parent B has paid',
    async (person) => {
      const served = await serveMailed();
      const { link, email, answers } = served.reached[person];
      const browser = served.openBrowser();
      const coParent = coParentOfMinnesota();
      await browser.open(INVITE);
      await walkInvitedTo(browser, 'credentials', coParent);
      const tab = openTab(browser);
      await tab.open(link);
      expect([tab.page.path, tab.page.text('main').includes(email)]).toEqual(['/credentials', true]);
      expect(tab.page.text('main')).not.toContain(PAID);
      expect((await pressAgain(tab, answers)).heading).toBe(SET);
      expect((await browser.open('/invite/credentials')).text('main')).toContain(PAID);
      await walkInvited(browser, ['credentials'], coParent);
      expect((await browser.waitForRefresh()).path).toBe('/invite/receipt');
      const accounts = await served.store.db.selectFrom('backend_accounts').select(['email', 'username']).execute();
      if (person === 'parent A') expect(accounts).toContainEqual({ email, username: answers.username });
      expect(accounts).toContainEqual({ email: coParent.step1.email, username: coParent.credentials.username });
    },
  );

  it('acts on the mailed link of another person than the payer, and then on the payer’s sign-up again', async () => {
    const served = await serveMailed();
    const { link, email, answers } = served.reached['a lawyer'];
    const browser = served.openBrowser();
    const payer = parentOfMinnesota();
    await walkTo(browser, 'credentials', payer);
    expect(browser.page.text('main')).toContain(PAID);
    const before = await served.sessions();
    const tab = openTab(browser);
    await tab.open(link);
    expectLinks(tab.page);
    // A mistake shows the same page.
    expectLinks(await pressAgain(tab, { username: 'x', password: 'y' }));
    const shown = openTab(browser);
    await shown.open('/credentials');
    expect((await pressAgain(tab, answers)).heading).toBe(SET);
    expect((await tab.press('Español')).text('main')).toContain(String(answers.username));
    await tab.press('English');
    for (const page of [await tab.reload(), await pressAgain(shown, answers)])
      expect([page.status, page.heading, page.text('main').includes(String(answers.username))]).toEqual([
        200,
        SET,
        true,
      ]);
    expect(await served.sessions()).toEqual(before);
    expect((await openTab(browser).open('/step1')).text('main')).toContain(PAID);
    expect((await pressAgain(browser, { ...payer.credentials, stay: true })).text('main')).toContain(
      String(payer.credentials.username),
    );

    function expectLinks(page: Page): void {
      expect(page.text('main')).toContain(email);
      expect(page.text('main')).not.toContain(String(payer.step1.email));
      expect(page.text('main')).not.toContain(PAID);
    }
  });

  it('acts on the payer’s sign-up if its page was opened before another person’s link', async () => {
    const served = await serveMailed();
    const { link } = served.reached['a lawyer'];
    const browser = served.openBrowser();
    const payer = parentOfMinnesota();
    await walkTo(browser, 'credentials', payer);
    await openTab(browser).open(link);
    await pressAgain(browser, payer.credentials);
    expect(browser.page.heading).toBe('Your username and password are set');
    const accounts = await served.store.db.selectFrom('backend_accounts').select(['email', 'username']).execute();
    expect(accounts).toContainEqual({ email: payer.step1.email, username: payer.credentials.username });
    expect((await browser.waitForRefresh()).path).toBe('/receipt');
  });

  it('opens the payer’s form again after showing that another person’s link was used', async () => {
    const served = await serveMailed();
    const { link } = served.reached['a lawyer'];
    const other = served.openBrowser();
    await other.open(link);
    other.fill({ username: 'some.lawyer', password: 'another-horse-77' });
    await other.press('Complete Signup');
    const browser = served.openBrowser();
    const payer = parentOfMinnesota();
    await walkTo(browser, 'credentials', payer);
    expect((await openTab(browser).open(link)).heading).toBe('This link has been used');
    expect((await browser.open('/receipt')).path).toBe('/credentials');
    expect(browser.page.text('main')).toContain(PAID);
    await submitStep(browser, 'credentials', payer);
    expect((await browser.waitForRefresh()).path).toBe('/receipt');
  });

  it('acts on the payer’s sign-up if the link is the payer’s, or was opened before the payment', async () => {
    const served = await serveMailed();
    const { link } = served.reached['a lawyer'];
    const browser = served.openBrowser();
    await browser.open(link);
    const payer = parentOfMinnesota();
    await walkTo(browser, 'credentials', payer);
    expect(browser.page.text('main')).toContain(PAID);
    await browser.open(await served.mailedLink());
    expect(browser.page.text('main')).toContain(PAID);
    await submitStep(browser, 'credentials', payer);
    expect((await browser.waitForRefresh()).path).toBe('/receipt');
  });
});

describe('a visitor on a page of another sign-up', () => {
  const serveStep2 = serveAfter(openStep2);
  const serveForeign = serveAfter(async (browser) => {
    const reached = await openStep2(browser);
    await browser.press('Exit this page');
    await walkTo(browser, 'step2', parentOfMinnesota());
    return reached;
  });

  async function openStep2(browser: PlainBrowser) {
    const answers = parentOfMinnesota();
    await walkTo(browser, 'step2', answers);
    const tab = openTab(browser);
    await tab.open('/step2');
    return { answers, tab };
  }

  async function openForeign(leave: 'Exit' | 'invite' = 'Exit') {
    const { reached, moveTab, ...served } = await (leave === 'Exit' ? serveForeign : serveStep2)();
    if (leave === 'invite') {
      await served.browser.open(INVITE);
      await served.browser.press('Accept the invitation');
    }
    const tab = moveTab(reached.tab);
    tab.fill(reached.answers.step2);
    return { ...served, tab, answers: reached.answers };
  }

  it('can change the language, keeps the typed text, and writes nothing', async () => {
    const { tab, answers, readStore, settleDiscards } = await openForeign('invite');
    await settleDiscards();
    const before = await readStore();
    const page = await tab.press('Español');
    expect([page.status, page.heading, page.$('html').attr('lang')]).toEqual([
      409,
      'Esta página ya no está vigente',
      'es',
    ]);
    expect(page.texts('main ul li')).toEqual(expect.arrayContaining(textsIn(answers.step2)));
    expect([(await tab.press('English')).status, tab.page.heading]).toEqual([409, OUT_OF_DATE]);
    expect(tab.page.texts('main ul li')).toEqual(expect.arrayContaining(textsIn(answers.step2)));
    expect(await readStore()).toEqual(before);
  });

  it('can change the language after Exit, too, and gets no typed text back', async () => {
    const { tab, answers } = await openForeign();
    const page = await tab.press('Español');
    expect([page.status, page.heading]).toEqual([409, 'Esta página ya no está vigente']);
    for (const text of textsIn(answers.step2)) expect(page.html).not.toContain(text);
  });

  it('can exit, which ends the browser’s session', async () => {
    const { tab, sessions } = await openForeign();
    expect((await tab.press('Exit this page')).url.pathname).toBe('/app/join/exit');
    expect(tab.jar.list()).toEqual([]);
    expect(await sessions()).toHaveLength(0);
  });

  it('can answer the question about analytics', async () => {
    const { tab } = await openForeign();
    const page = await tab.post('/statistics', { ...tab.page.mark, answer: 'yes', page: '/app/join/statistics' });
    expect([page.status, page.path]).toEqual([200, '/statistics']);
    expect(tab.jar.has('join_consent')).toBe(true);
  });

  it('cannot write anything with Back, more time or a second button', async () => {
    const { tab, readStore } = await openForeign();
    const before = await readStore();
    const { page } = tab;
    for (const pressed of [{ back: 'back' }, { intent: 'more-time' }, { intent: 'add-child' }]) {
      const body = page.submission(page.defaultButton()).body;
      for (const [name, value] of Object.entries(pressed)) body.set(name, value);
      expect((await tab.post('/step2', body.toString())).status).toBe(409);
    }
    expect(await readStore()).toEqual(before);
  });
});

it('writes nothing without a mark, or with a mark of another step', async () => {
  const { openBrowser, readStore } = await serve();
  const browser = openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'step3', answers);
  const ofStep3 = browser.page.mark;
  browser.marks.clear();
  const before = await readStore();
  const form = answers.step2 as Record<string, string>;
  expect((await browser.post('/step2', form)).status).toBe(409);
  expect((await browser.post('/step2', { ...form, ...ofStep3 })).status).toBe(409);
  expect(await readStore()).toEqual(before);
});

describe('a page of one journey', () => {
  async function expectRefused(browser: PlainBrowser, path: string, readStore: () => Promise<unknown>) {
    const before = await readStore();
    const page = await browser.send('POST', browser.urlOf(path), bodyOf(browser));
    expect([page.status, page.heading]).toEqual([409, OUT_OF_DATE]);
    expect(await readStore()).toEqual(before);
  }

  it('of parent B writes nothing in the journey of parent A', async () => {
    const { openBrowser, readStore } = await serve();
    const browser = openBrowser();
    const answers = coParentOfMinnesota();
    await browser.open(INVITE);
    await walkInvitedTo(browser, 'payment/billing', answers);
    browser.fill(answers['payment/billing']);
    await expectRefused(browser, '/payment/billing', readStore);
  });

  it('of parent A writes nothing in the journey of an invite opened since', async () => {
    const { openBrowser, readStore } = await serve();
    const browser = openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'step2', answers);
    await browser.open('/step1');
    await openTab(browser).open(INVITE);
    browser.fill(answers.step1);
    await expectRefused(browser, '/invite/step1', readStore);
  });
});
