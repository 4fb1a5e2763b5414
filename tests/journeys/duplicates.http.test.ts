import { ORPCError } from '@orpc/client';
import { describe, expect, it, vi } from 'vitest';
import { PAID_INVITE_EMAIL } from '~/backend/embedded/demo/invite-fixtures.server';
import { coParentOfMinnesota, type InvitedStep } from '~tests/answers/invited-answers';
import { CARDS, pathAfter, stepsBefore, parentOfMinnesota } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import type { Page, PlainBrowser } from '~tests/browser/plain-browser';
import { serveSite, serveSiteAfter, useSite, type Backend, type Site } from '~tests/servers/site';
import { useSharedServer } from '~tests/servers/use-shared-server';
import { continueTo, submitStep, walkTo } from '~tests/walks/walk-parent';
import { inviteByMail } from '~tests/walks/invite-by-mail';
import { submitInvitedStep, walkInvited, walkInvitedTo } from '~tests/walks/walk-invited';
import { walkProfessionalTo } from '~tests/walks/walk-professional';

const WARNING = "Your co-parent's account may be a duplicate.";

/** Expects that the page announces why it refused an answer: it takes the focus, and the title reports it. */
function expectAnnounced(page: Page, text: string): void {
  expect(page.title).toMatch(/^Error: /);
  expect(page.texts('[autofocus]')).toEqual([expect.stringContaining(text)]);
  expect(page.$('[autofocus]').is('[role=alert][tabindex=-1]')).toBe(true);
}

/** Expects the short reference that support can find in the log. */
function expectReference(page: Page): void {
  expect(page.text('.reference code')).toMatch(/^[\w-]{8}$/);
}

function parentWith(given: { email?: string; coParent?: string }) {
  const answers = parentOfMinnesota();
  if (given.email) answers.step1.email = given.email;
  if (given.coParent) answers.step2.email = given.coParent;
  return answers;
}

describe('a parent with an account', () => {
  const server = useSharedServer();

  it('is led to /duplicate, and can start again with the typed values', async () => {
    const browser = server.openBrowser();
    const answers = parentWith({ email: 'Taken@Example.com' });
    await browser.open('/step1');
    const page = await submitStep(browser, 'step1', answers);
    expect([page.path, page.heading]).toEqual(['/duplicate', 'Get connected to your co-parent']);
    expect(page.text('.notice')).toContain('It appears you are attempting to create a duplicate user.');
    expect(page.text('.notice')).toContain('Taken@Example.com');
    expect(page.text('main')).toContain('1-800-555-0199');
    expectReference(page);
    expect(page.link('Retrieve your password')).toBe('/ofw/forgotpassword.form');
    expect(page.texts('main .primary')).toEqual(['Retrieve your password']);

    expect((await browser.open('/step2')).path).toBe('/duplicate');
    const again = await browser.press('Start again with other details');
    expect([again.path, again.values.firstName, again.values.email]).toEqual(['/step1', 'Ann', 'Taken@Example.com']);
    browser.fill({ email: parentOfMinnesota().step1.email! });
    expect((await browser.press('Continue')).path).toBe('/step2');
  });

  it('is also detected when the e-mail is changed from the review', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/review', parentOfMinnesota());
    await browser.open('/step1');
    browser.fill({ email: 'taken@example.com' });
    expect((await browser.press('Continue')).path).toBe('/duplicate');
    expect((await browser.open('/payment/review')).path).toBe('/duplicate');
  });

  it('keeps all other answers after entering a taken e-mail', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/review', answers);
    await browser.open('/step1');
    browser.fill({ email: 'taken@example.com' });
    await browser.press('Continue');
    await browser.press('Start again with other details');
    browser.fill({ email: answers.step1.email! });
    let page = await browser.press('Continue');
    expect(page.values).toMatchObject({ firstName: 'Ben', 'children[0].firstName': 'Cleo' });
    page = await continueTo(browser, 'step3');
    expect(page.values.packageId).toBe('2021');
    page = await browser.press('Continue');
    expect(page.values).toMatchObject({ city: 'Saint Paul', timezone: 'America/Chicago', referral: 'NEWS' });
    expect((await browser.press('Continue')).path).toBe('/payment/method');
  });

  it('cannot be confirmed with a forged field', async () => {
    const browser = server.openBrowser();
    const { step1 } = parentWith({ email: 'taken@example.com' });
    await browser.open('/step1');
    const { action, body } = browser.page.submission(browser.page.defaultButton());
    for (const [name, value] of Object.entries(step1)) body.set(name, String(value));
    body.set('confirmedDuplicate', 'taken@example.com');
    expect((await browser.post(action.pathname, body.toString())).path).toBe('/duplicate');
  });

  it('is not mentioned to a parent without an account', async () => {
    expect((await server.openBrowser().open('/duplicate')).path).toBe('/signup');
  });
});

describe('a co-parent who may have an account', () => {
  const server = useSharedServer();
  const answers = () => parentWith({ coParent: 'known.coparent@example.com' });

  it('causes a warning first, and leads a parent who continues to /duplicate', async () => {
    const browser = server.openBrowser();
    const given = answers();
    await walkTo(browser, 'step2', given);
    const page = await submitStep(browser, 'step2', given);
    expect([page.status, page.path]).toEqual([422, '/step2']);
    expectAnnounced(page, WARNING);
    expect(page.text('[role=alert]')).toContain(WARNING);
    expect(page.text('[role=alert]')).toContain('1-800-555-0199');
    expect(page.text('[role=alert]')).toContain('This sign-up then stops');
    expect(page.values['children[0].firstName']).toBe('Cleo');
    expect((await browser.press('Continue')).path).toBe('/duplicate');
    expect(browser.page.text('.notice')).toContain('known.coparent@example.com');
    expect(browser.page.texts('main .primary')).toEqual(['Call us at 1-800-555-0199']);
  });

  it('causes another warning for another known e-mail', async () => {
    const browser = server.openBrowser();
    const given = answers();
    await walkTo(browser, 'step2', given);
    await submitStep(browser, 'step2', given);
    browser.fill({ email: 'taken@example.com' });
    const page = await browser.press('Continue');
    expect([page.path, page.text('[role=alert]')]).toEqual(['/step2', expect.stringContaining(WARNING)]);
  });

  it('causes no warning for another e-mail', async () => {
    const browser = server.openBrowser();
    const given = answers();
    await walkTo(browser, 'step2', given);
    await submitStep(browser, 'step2', given);
    browser.fill({ email: 'somebody.else@example.com' });
    expect((await browser.press('Continue')).path).toBe(pathAfter('step2'));
  });

  it.each([
    ['+52', '1-800-555-0199'],
    ['+44', '0808 157 0192'],
    ['+353', '0808 157 0192'],
    ['+61', '1800 '],
    ['+64', '0800 '],
  ])('shows the support phone of the country for %s', async (countryCode, phone) => {
    const browser = server.openBrowser();
    const given = answers();
    given.step1 = { ...given.step1, countryCode, phoneNumber: '612 555 0100' };
    await walkTo(browser, 'step2', given);
    const page = await submitStep(browser, 'step2', given);
    expect(page.text('[role=alert]')).toContain(phone);
    expect((await browser.open('/nowhere')).text('.support')).toContain(phone);
  });

  it('leaves the focus to what changed on a page that keeps its warning', async () => {
    const browser = server.openBrowser();
    const given = answers();
    await walkTo(browser, 'step2', given);
    await submitStep(browser, 'step2', given);
    const focused = (page: Page) => [page.status, page.text('[role=alert]'), page.$('[autofocus]').attr('id')];
    const warned = expect.stringContaining(WARNING);
    expect(focused(await browser.press('Add Child'))).toEqual([200, warned, 'answers-children-1.firstName']);
    expect(focused(await browser.press('English (UK)'))).toEqual([200, warned, 'language']);
    const page = await browser.press('Continue');
    expect([page.status, page.$('[autofocus]').attr('class'), page.text('.notice')]).toEqual([
      422,
      'error-summary',
      warned,
    ]);
  });

  it('keeps its warning when the language changes', async () => {
    const browser = server.openBrowser();
    const given = answers();
    await walkTo(browser, 'step2', given);
    await submitStep(browser, 'step2', given);
    const page = await browser.press('English (UK)');
    expect(page.text('[role=alert]')).toContain(WARNING);
  });
});

describe('in the first pricing group', () => {
  const server = useSite({ env: { EMBEDDED_PRICING_GROUP: 'P0' } });

  it('warns a parent with an account, who may continue and pay for a second one', async () => {
    const browser = server.openBrowser();
    const answers = parentWith({ email: 'taken@example.com' });
    answers.step3 = { packageId: '2011' };
    await browser.open('/step1');
    let page = await submitStep(browser, 'step1', answers);
    expect([page.status, page.path]).toEqual([422, '/step1']);
    expectAnnounced(page, 'It appears you are attempting to create a duplicate user.');
    expect(page.text('[role=alert]')).toContain('It appears you are attempting to create a duplicate user.');
    const { target, ...link } = page.$('#answers [role=alert] a[href*=forgot]').attr()!;
    expect([target, page.text(`#${link['aria-describedby']}`)]).toEqual(['_blank', '(opens in a new tab)']);
    page = await browser.press('English (UK)');
    expect(page.text('[role=alert]')).toContain('It appears you are attempting to create a duplicate user.');
    page = await browser.press('Continue');
    expect(page.path).toBe('/step2');
    for (const step of stepsBefore('credentials').slice(1)) page = await submitStep(browser, step, answers);
    expect(page.path).toBe('/credentials');
  });

  it('warns again for another e-mail with an account', async () => {
    const browser = server.openBrowser();
    await browser.open('/step1');
    await submitStep(browser, 'step1', parentWith({ email: 'taken@example.com' }));
    browser.fill({ email: 'known.coparent@example.com' });
    const page = await browser.press('Continue');
    expect([page.path, page.values.email]).toEqual(['/step1', 'known.coparent@example.com']);
    expect(page.text('[role=alert]')).toContain('duplicate user');
  });
});

describe('a parent who confirmed a duplicate in the first pricing group, and then moves to another one', () => {
  const server = useSite({
    env: { EMBEDDED_PRICING_GROUP: 'P0' },
    trouble: ({ pricingGroups }) => ({
      pricingGroups: {
        async find(input) {
          const found = await pricingGroups.find(input);
          const { country, countryCode } = input.body;
          return country === 'CA' || countryCode === '44' ? { ...found, pricingGroupName: 'P2' as const } : found;
        },
      },
    }),
  });

  async function confirm() {
    const browser = server.openBrowser();
    const answers = { ...parentWith({ email: 'taken@example.com' }), step3: { packageId: '2011' } };
    await browser.open('/step1');
    await submitStep(browser, 'step1', answers);
    expect((await browser.press('Continue')).path).toBe('/step2');
    return { browser, answers };
  }

  it('is led to /duplicate by another calling code, and can start again', async () => {
    const { browser, answers } = await confirm();
    await submitStep(browser, 'step2', answers);
    await browser.open('/step1');
    browser.fill({ countryCode: '+44', phoneNumber: '020 7946 0958' });
    const page = await browser.press('Continue');
    expect([page.path, page.text('.notice')]).toEqual(['/duplicate', expect.stringContaining('taken@example.com')]);
    expect((await browser.open('/step3')).path).toBe('/duplicate');
    const again = await browser.press('Start again with other details');
    expect([again.path, again.values]).toEqual([
      '/step1',
      expect.objectContaining({ email: 'taken@example.com', countryCode: '+44' }),
    ]);
    expect((await browser.press('Continue')).path).toBe('/duplicate');
    await browser.press('Start again with other details');
    browser.fill({ email: parentOfMinnesota().step1.email! });
    expect((await browser.press('Continue')).values).toMatchObject({ firstName: 'Ben' });
  });

  it('is led to /duplicate by another billing country', async () => {
    const { browser, answers } = await confirm();
    await submitStep(browser, 'step2', answers);
    await submitStep(browser, 'step3', answers);
    browser.fill({ country: 'CA' });
    await browser.press('Update');
    const canada = { city: 'Ottawa', country: 'CA', region: 'ON', postalCode: 'K1A 0B1', timezone: 'America/Toronto' };
    await submitStep(browser, 'payment/billing', {
      ...answers,
      'payment/billing': { ...answers['payment/billing'], ...canada },
    });
    expect(browser.page.path).toBe('/duplicate');
    expect((await browser.open('/payment/review')).path).toBe('/duplicate');
  });
});

describe('in the first pricing groups', () => {
  const server = useSite({ env: { EMBEDDED_PRICING_GROUP: 'P1' } });

  it('shows the packages once the parent confirms the co-parent', async () => {
    const browser = server.openBrowser();
    const given = parentWith({ coParent: 'known.coparent@example.com' });
    await walkTo(browser, 'step2', given);
    await submitStep(browser, 'step2', given);
    expect(browser.page.text('[role=alert]')).toContain(WARNING);
    expect(browser.page.text('[role=alert]')).toContain('Your sign-up then goes on.');
    expect((await browser.press('Continue')).path).toBe(pathAfter('step2'));
    expect(browser.page.$('input[value="2041"]')).toHaveLength(0);
  });
});

describe('an e-mail that a stranger registered at /pro', () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  const USED = 'This link has been used';

  async function occupy(browser: PlainBrowser, email: string): Promise<string> {
    const lawyer = lawyerOfMinnesota();
    await walkProfessionalTo(browser, 'done', { ...lawyer, contact: { ...lawyer.contact, email } });
    const outbox = (await browser.open('/demo')).texts('.mail').find((text) => text.includes(email));
    return /\/app\/join(\/credentials\?\S+)/.exec(outbox ?? '')![1]!;
  }

  it('remains available to its owner, and the stranger’s link stops working with an explanation', async () => {
    const site = await serveSite();
    const answers = parentWith({ email: 'anna@example.com' });
    const link = await occupy(site.openBrowser(), 'anna@example.com');
    const stranger = site.openBrowser();
    await stranger.open(link);
    expect(stranger.page.heading).toBe('Choose your username and password');
    await walkTo(site.browser, 'credentials', answers);
    stranger.fill({ username: 'stranger.one', password: 'correct-horse-7' });
    expect((await stranger.press('Complete Signup')).heading).toBe(USED);
    expect((await site.openBrowser().open(link)).heading).toBe(USED);
    await submitStep(site.browser, 'credentials', answers);
    await site.browser.waitForRefresh();
    expect(site.browser.page.heading).toBe('Account activated!');
    expect(await site.professionals()).toEqual([]);
    const accounts = site.store.db.selectFrom('backend_accounts').where('email', '=', 'anna@example.com');
    expect(await accounts.select('username').execute()).toEqual([{ username: answers.credentials.username }]);
  });

  it.each<[string, readonly InvitedStep[]]>([
    ['demo-invite-paid&userId=9003', []],
    ['demo-invite-paid-no-address&userId=9004', ['step1', 'billing-info']],
  ])('leads parent B to /duplicate if it is confirmed before their credentials: %s', async (invite, steps) => {
    const site = await serveSite();
    const { browser } = site;
    const answers = coParentOfMinnesota();
    await browser.open(`/invite?token=${invite}`);
    await walkInvited(browser, steps, answers);
    const email = steps.length > 0 ? answers.step1.email : PAID_INVITE_EMAIL;
    const stranger = site.openBrowser();
    await stranger.open(await occupy(site.openBrowser(), email));
    stranger.fill({ username: 'stranger.one', password: 'correct-horse-7' });
    await stranger.press('Complete Signup');

    const page = await submitInvitedStep(browser, 'credentials', answers);
    expect([page.status, page.path, page.heading]).toEqual([200, '/duplicate', 'Get connected to your co-parent']);
    // Names only what this parent typed.
    expect(page.text('main').includes(email)).toBe(steps.length > 0);
    expect((await browser.press('Start again with other details')).path).toBe('/invite/step1');
    await walkInvited(browser, ['step1', 'billing-info'], coParentOfMinnesota());
    expect(browser.page.path).toBe('/invite/credentials');
    expect(browser.page.values).toMatchObject({ referralOther: answers.credentials.referralOther });
    expect((await submitInvitedStep(browser, 'credentials', answers)).heading).toContain("You're all set!");
  });

  it('leads parent B back to the invite if their answers expired on /duplicate', async () => {
    const site = await serveSite();
    const { browser } = site;
    const answers = coParentOfMinnesota();
    await browser.open('/invite?token=demo-invite-paid-no-address&userId=9004');
    await walkInvited(browser, ['step1', 'billing-info'], answers);
    const stranger = site.openBrowser();
    await stranger.open(await occupy(site.openBrowser(), answers.step1.email));
    stranger.fill({ username: 'stranger.one', password: 'correct-horse-7' });
    await stranger.press('Complete Signup');
    await submitInvitedStep(browser, 'credentials', answers);
    expect(browser.page.path).toBe('/duplicate');
    site.pass(121 * 60 * 1000);
    expect((await browser.copy().open('/duplicate')).path).toBe('/invite/request');
    expect((await browser.press('Start again with other details')).path).toBe('/invite/request');
  });

  it('stays available 30 and 400 days later', async () => {
    const site = await serveSite();
    await occupy(site.openBrowser(), 'anna@example.com');
    for (const days of [30, 370]) {
      site.pass(days * DAY_MS);
      const browser = site.openBrowser();
      await walkTo(browser, 'payment/review', parentWith({ email: 'anna@example.com' }));
      expect(browser.page.path).toBe('/payment/review');
    }
  });
});

describe('an account that is found after the payment', () => {
  const refuse = () =>
    Promise.reject(
      new ORPCError('INVALID', {
        defined: true,
        status: 422,
        data: { validationErrors: [{ field: 'parent.duplicate', text: 'a duplicate' }] },
      }),
    );

  /** Serves the embedded backend, which finds the account at the given call once `isFound` is set. */
  async function serveFinding(at: 'credentials.set' | 'parents.update') {
    const found = { isFound: false };
    const site = await serveSite({
      trouble: ({ credentials, parents }) => ({
        credentials: {
          set: (...call) => (found.isFound && at === 'credentials.set' ? refuse() : credentials.set(...call)),
        },
        parents: {
          update: (...call) => (found.isFound && at === 'parents.update' ? refuse() : parents.update(...call)),
        },
      }),
    });
    return { ...site, found };
  }

  function expectCalm(page: Page, path: string, amount: string): void {
    expect([page.path, page.status, page.errors]).toEqual([path, 422, []]);
    expect(page.text('.received')).toBe(`Payment received, ${amount}`);
    expect(page.text('.notice')).toContain('nothing else will be charged');
    expectAnnounced(page, 'nothing else will be charged');
    expect(page.link('Log In')).toBe('/ofw/login.form');
    expect(page.link('Retrieve your password')).toBe('/ofw/forgotpassword.form');
    expect(page.text('.notice')).toContain('1-800-555-0199');
    expectReference(page);
  }

  /** The page keeps the explanation in another language, and then in the first one. */
  async function expectKeptInSpanish(browser: PlainBrowser): Promise<void> {
    const inSpanish = await browser.press('Español');
    expect([inSpanish.status, inSpanish.text('.error-summary')]).toEqual([200, '']);
    expect(inSpanish.text('.notice')).toContain('no se le cobrará nada más');
    expect((await browser.press('English')).text('.notice')).toContain('nothing else will be charged');
  }

  it('is explained to parent A on the credentials, which keep the order', async () => {
    const { browser, found } = await serveFinding('credentials.set');
    const answers = parentOfMinnesota();
    await walkTo(browser, 'credentials', answers);
    found.isFound = true;
    expectCalm(await submitStep(browser, 'credentials', answers), '/credentials', '$179.55');
    await expectKeptInSpanish(browser);
    found.isFound = false;
    await submitStep(browser, 'credentials', answers);
    expect((await browser.waitForRefresh()).heading).toBe('Account activated!');
  });

  it('is explained to parent A who opens the mailed link in another browser', async () => {
    const site = await serveFinding('credentials.set');
    const answers = parentOfMinnesota();
    await walkTo(site.browser, 'credentials', answers);
    const mails = (await site.openBrowser().open(`/demo?email=${answers.step1.email!}`)).texts('.mail');
    const browser = site.openBrowser();
    await browser.open(/\/app\/join(\/credentials\?\S+)/.exec(mails.join(' '))![1]!);
    site.found.isFound = true;
    const page = await submitStep(browser, 'credentials', answers);
    expect([page.path, page.status, page.text('.received')]).toEqual(['/credentials', 422, 'Payment received']);
    expect(page.text('.notice')).toContain('nothing else will be charged');
  });

  it.each(['credentials.set', 'parents.update'] as const)(
    'is explained to parent B who has paid, and keeps the order: %s',
    async (call) => {
      const { browser, found } = await serveFinding(call);
      const answers = coParentOfMinnesota();
      await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
      await walkInvitedTo(browser, 'credentials', answers);
      found.isFound = true;
      const page = await submitInvitedStep(browser, 'credentials', answers);
      expectCalm(page, '/invite/credentials', '$179.55');
      expect(page.values).toMatchObject({ username: answers.credentials.username });
      await expectKeptInSpanish(browser);
      found.isFound = false;
      const done = await submitInvitedStep(browser, 'credentials', answers);
      expect(done.heading).toContain("You're all set!");
    },
  );
});

describe('two parents who sign up at the same time', () => {
  /** Walks both to Review, where each names the other. */
  async function reachBoth(ann: PlainBrowser, { openBrowser }: Site, paysForBoth: boolean) {
    const ben = openBrowser();
    const own = parentOfMinnesota();
    const others = parentOfMinnesota();
    own.step2.email = others.step1.email!;
    others.step2.email = own.step1.email!;
    await walkTo(ben, 'payment/review', others);
    await walkTo(ann, 'payment/method', own);
    ann.fill({ isPayingForCoparent: paysForBoth });
    await submitStep(ann, 'payment/method', own);
    return { ben, own, others };
  }

  const serveBoth = serveSiteAfter((ann, site) => reachBoth(ann, site, true));

  /** Ann pays for both. */
  async function openBoth() {
    const pay = vi.fn<Backend['registrations']['pay']>();
    const { site, browser, reached } = await serveBoth({
      trouble: ({ registrations }) => ({ registrations: { pay: pay.mockImplementation(registrations.pay) } }),
    });
    return { ...reached, ann: browser, ben: reached.ben.movedTo(site.origin), payments: site.payments, pay };
  }

  it('do not pay for a subscription that the other one has paid', async () => {
    const { ann, ben, own, others, payments, pay } = await openBoth();
    await submitStep(ann, 'payment/review', own);
    expect(ann.page.path).toBe('/credentials');
    const page = await submitStep(ben, 'payment/review', others);
    expect(page.path).toBe('/step1');
    expect(pay).toHaveBeenCalledTimes(1);
    expect(page.text('.notice')).toContain('nothing was charged');
    expect(await payments()).toEqual(['settled']);
    expect((await ben.press('Continue')).path).toBe('/ofw/myaccount/billing.form');
  });

  it('do not pay for the other one who has paid', async () => {
    const { ann, ben, own, others, payments } = await openBoth();
    await submitStep(ben, 'payment/review', others);
    expect(ben.page.path).toBe('/credentials');
    const page = await submitStep(ann, 'payment/review', own);
    expect([page.path, page.text('.notice')]).toEqual([
      '/duplicate',
      expect.stringContaining(own.step2.email as string),
    ]);
    expect(await payments()).toEqual(['settled']);
  });

  it.each(['the one who pays for both', 'the other one'] as const)(
    'get the money back that %s paid, if it is taken after the other payment',
    async (who) => {
      const { ann, ben, own, others } = await openBoth();
      const [late, first] = who === 'the other one' ? [ben, ann] : [ann, ben];
      const [lateAnswers, firstAnswers] = late === ann ? [own, others] : [others, own];
      await late.open('/payment/method');
      late.fill({ ...lateAnswers['payment/method'], ...CARDS.slow, isPayingForCoparent: late === ann });
      await late.press('Continue');
      const request = late.page.submission(late.page.button('Pay now'));
      const pressed = late.copy();
      pressed.jar = late.jar;
      expect((await pressed.send('POST', request.action, request.body.toString())).status).toBe(303);
      await submitStep(first, 'payment/review', firstAnswers);
      expect(first.page.path).toBe('/credentials');
      const page = await late.open('/payment/review');
      expect([page.path, page.errors]).toEqual(['/payment/method', ['Your payment was given back']]);
    },
  );

  it('do not pay with an unpaid invite for a subscription that another parent has paid', async () => {
    const site = await serveSite();
    const { link, answers: own } = await inviteByMail(site.openBrowser);
    const ben = site.openBrowser();
    const invited = coParentOfMinnesota();
    invited.step1.email = String(own.step2.email);
    await ben.open(link);
    await walkInvitedTo(ben, 'payment/review', invited);
    const carol = site.openBrowser();
    const others = parentWith({ coParent: invited.step1.email });
    await walkTo(carol, 'payment/method', others);
    carol.fill({ isPayingForCoparent: true });
    await submitStep(carol, 'payment/method', others);
    await submitStep(carol, 'payment/review', others);
    expect(carol.page.path).toBe('/credentials');

    const page = await submitInvitedStep(ben, 'payment/review', invited);
    expect([page.path, page.errors]).toEqual([
      '/invite/payment/review',
      [
        'The subscription for this email has already been paid, so nothing was charged. We sent another invitation to this email: open that one to continue without paying, or contact us.',
      ],
    ]);
    expect(await site.payments()).toEqual(['settled', 'settled']);
    const mails = (await site.openBrowser().open(`/demo?email=${invited.step1.email}`)).texts('.mail');
    const links = mails.flatMap((text) => /\/app\/join(\/invite\?\S+)/.exec(text)?.slice(1) ?? []);
    const elsewhere = site.openBrowser();
    await elsewhere.open(links.find((each) => each !== link)!);
    await walkInvited(elsewhere, ['step1', 'billing-info'], invited);
    expect(elsewhere.page.path).toBe('/invite/credentials');
  });

  it('each pay their own subscription', async () => {
    const site = await serveSite();
    const ann = site.openBrowser();
    const { ben, own, others } = await reachBoth(ann, site, false);
    await submitStep(ann, 'payment/review', own);
    await submitStep(ben, 'payment/review', others);
    expect([ann.page.path, ben.page.path]).toEqual(['/credentials', '/credentials']);
    expect(await site.payments()).toEqual(['settled', 'settled']);
  });
});
