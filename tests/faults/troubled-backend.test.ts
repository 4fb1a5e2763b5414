import { describe, expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { BUTTONS, parentOfMinnesota, type Answers } from '~tests/answers/parent-answers';
import type { Page, PlainBrowser } from '~tests/browser/plain-browser';
import { lawyerOfMinnesota, PROFESSIONAL_BUTTONS } from '~tests/answers/professional-answers';
import { serveTroubled, type TroubledSite } from '~tests/fakes/troubled-backend';
import { isFull } from '~tests/fakes/faults';
import {
  FAULTS,
  LOST_ANSWERS,
  REFUSALS,
  type Fault,
  type Operation,
  type WrongReply,
} from '~tests/fakes/troubled-backend';
import { serveSiteAfter } from '~tests/servers/site';
import { submitInvitedStep, walkInvited, walkInvitedTo } from '~tests/walks/walk-invited';
import { walkTo } from '~tests/walks/walk-parent';
import { walkProfessionalTo } from '~tests/walks/walk-professional';

/** Fails every backend call of every step with every fault over HTTP, then recovers. No input may be lost. */

const UNEXPECTED = 'Unexpected error. What you entered is still here. Please try again.';
const GENERIC = 'Something went wrong. Please try again later.';
const CREDENTIALS = 'Something went wrong with your request. Please try again later.';
const NO_PRICE =
  'We could not work out the price just now. Your answers are safe. Please choose your package again to go on.';
const NO_CARD =
  'We could not reach the payment service. Nothing was charged, and everything but the card is still here. Please try again.';
const BROKEN = 'An error has occurred';
const AGAIN = 'Something went wrong. Please try again.';

/** A step, its failing call, and the resulting page: its path, status, and error, banner or heading. */
type Row = [step: string, call: Operation, path: string, status: number, shown: string];

const PARENT: Row[] = [
  ['/step1', 'registrations.create', '/step1', 502, UNEXPECTED],
  ['/step1', 'pricingGroups.find', '/step1', 502, UNEXPECTED],
  ['/step2', 'registrations.update', '/step2', 502, UNEXPECTED],
  ['/step3', 'packages.list', '/step3', 502, BROKEN],
  ['/payment/billing', 'registrations.update', '/payment/billing', 502, UNEXPECTED],
  ['/payment/billing', 'countryCriteria.check', '/payment/billing', 502, UNEXPECTED],
  ['/payment/billing', 'registrations.price', '/step3', 200, NO_PRICE],
  ['/payment/method', 'registrations.price', '/step3', 200, NO_PRICE],
  ['/payment/method', 'paymentClientToken.get', '/payment/method', 502, NO_CARD],
  ['/payment/method', 'packages.list', '/payment/review', 502, BROKEN],
];
const PARENT_CREDENTIALS: Row[] = [['/credentials', 'credentials.set', '/credentials', 502, CREDENTIALS]];
const INVITED: Row[] = [
  ['/invite/step1', 'invites.get', '/invite/step1', 502, BROKEN],
  ['/invite/step1', 'parents.update', '/invite/step1', 502, UNEXPECTED],
  ['/invite/packages', 'packages.list', '/invite/packages', 502, BROKEN],
  ['/invite/payment/billing', 'parents.update', '/invite/payment/billing', 502, UNEXPECTED],
  ['/invite/payment/billing', 'parents.checkCountry', '/invite/payment/billing', 502, UNEXPECTED],
  ['/invite/payment/billing', 'parents.price', '/invite/packages', 200, NO_PRICE],
  ['/invite/payment/method', 'parents.price', '/invite/packages', 200, NO_PRICE],
  ['/invite/payment/method', 'paymentClientToken.get', '/invite/payment/method', 502, NO_CARD],
];
const INVITED_CREDENTIALS: Row[] = [
  ['/invite/credentials', 'parents.update', '/invite/credentials', 502, UNEXPECTED],
  ['/invite/credentials', 'parents.get', '/invite/credentials', 502, CREDENTIALS],
];
const PROFESSIONAL: Row[] = [
  ['/pro/contact', 'professional.validate', '/pro/contact', 502, GENERIC],
  ['/pro/contact', 'lookups.list', '/pro/practice', 200, GENERIC],
  ['/pro/practice', 'professional.validate', '/pro/practice', 502, GENERIC],
  ['/pro/practice', 'reference.regions', '/pro/practice', 502, GENERIC],
  ['/pro/practice', 'reference.timezones', '/pro/practice', 502, GENERIC],
  ['/pro/practice', 'lookups.list', '/pro/practice', 502, GENERIC],
  ['/pro/security', 'professional.validate', '/pro/security', 502, GENERIC],
];

/** Secret fields, which no page shows again. */
const SECRETS = /^(card(Number|Expiration|Cvv)|password|security(Answer|Code|CodeConfirm)|confirmCode|shown)$/;
/** The checkbox disappears once the terms are accepted. */
const TERMS = 'termsAndConditions';
const OTHER_BUTTONS: Record<string, string> = { '/payment/review': 'Pay now', '/credentials': 'Complete Signup' };

/** The first call of a step fails with every fault, the others with these: one of each kind. */
const SOME_FAULTS: readonly Fault[] = ['late', 'truncated JSON', 'status 500', 'the wrong shape'];

/** Fails each call of a step, and expects the step with its input after each. Leaves the step open. */
async function failEachCall(
  { browser, troubled }: TroubledSite,
  rows: Row[],
  { answers, button }: { answers: Answers; button: string },
): Promise<void> {
  for (const [index, [step, call, path, status, shown]] of rows.entries()) {
    for (const fault of index === 0 ? FAULTS : SOME_FAULTS) {
      const typed = await fill(browser, step, answers);
      troubled.trouble([call], fault);
      const page = await browser.press(button);
      const what = `${call} on ${step}: ${fault}`;
      expect([page.path, page.status, message(page)], what).toEqual([path, status, shown]);
      expect(page.html, what).not.toMatch(/NullPointer|fetch failed|FailedCall/);
      if (shown === BROKEN) expect(page.link('Try again'), what).toBe('');
      troubled.recover();
      if (browser.page.path !== step || !hasForm(browser.page)) await browser.open(step);
      expect([browser.page.path, browser.page.values], what).toEqual([step, expect.objectContaining(typed)]);
    }
  }
}

/** Fills in a step. @returns its values without secrets */
async function fill(browser: PlainBrowser, step: string, typed: Answers): Promise<Record<string, unknown>> {
  const { [TERMS]: terms, ...rest } = typed;
  const answers = terms !== undefined && browser.page.html.includes(`name="${TERMS}"`) ? typed : rest;
  if (step === '/pro/practice' && browser.page.values.region !== answers.region) {
    const { region, roles: _roles, ...others } = answers;
    browser.fill(others);
    await browser.press('Update');
    browser.fill({ region: region! });
    await browser.press('Update');
  }
  browser.fill(answers);
  return Object.fromEntries(
    Object.entries(browser.page.values).filter(([name]) => !SECRETS.test(name) && name !== TERMS),
  );
}

const hasForm = (page: Page) => page.$('#answers').length > 0;
/** The error summary, the banner, or the heading. */
const message = (page: Page) => page.errors[0] ?? (page.text('.notice') || page.heading);

/** Walks a journey, and fails the calls of each step first. */
async function walkThroughFaults(
  served: TroubledSite,
  rows: Row[],
  answers: Record<string, Answers>,
  prefix: string,
): Promise<void> {
  for (const step of new Set(rows.map(([at]) => at))) {
    const own = answers[step.slice(prefix.length + 1)]!;
    const button =
      OTHER_BUTTONS[step.slice(prefix === '/pro' ? 0 : prefix.length)] ??
      (step === '/pro/security' ? PROFESSIONAL_BUTTONS.security : 'Continue');
    await failEachCall(
      served,
      rows.filter(([at]) => at === step),
      { answers: own, button },
    );
    await fill(served.browser, step, own);
    await served.browser.press(button);
    expect(served.browser.page.path, `after ${step}`).not.toBe(step);
  }
}

describe('parent A over HTTP', () => {
  it('loses no input at any step, whichever call fails, and pays once', async () => {
    const served = await serveTroubled();
    const { browser, troubled } = served;
    const answers = parentOfMinnesota();
    await browser.open('/step1');
    await walkThroughFaults(served, PARENT, answers, '');
    expect(browser.page.path).toBe('/payment/review');

    // The backend refused these calls before they took effect, so the payment can be retried.
    for (const fault of REFUSALS) {
      troubled.trouble(['registrations.pay'], fault);
      const page = await browser.press('Pay now');
      expect([page.path, page.text('main').includes(AGAIN)], fault).toEqual(['/payment/review', true]);
      expect(served.charges(), fault).toEqual([]);
    }
    await payAndLoseTheAnswer(served, 'registrations', 'late');
    expect((await browser.reload()).path).toBe('/credentials');

    await failEachCall(served, PARENT_CREDENTIALS, {
      answers: answers.credentials,
      button: BUTTONS.credentials,
    });
    // One call took effect and lost its response, so a retry succeeds. Without a URL in the response, the sign-in would be wrong.
    for (const fault of FAULTS.filter((one) => one !== 'the wrong shape')) {
      browser.fill(answers.credentials);
      troubled.trouble(['sessions.create'], fault);
      const page = await browser.press(BUTTONS.credentials);
      expect([page.path, page.status, page.errors], fault).toEqual(['/credentials', 422, [GENERIC]]);
    }
    troubled.recover();
    browser.fill(answers.credentials);
    await browser.press(BUTTONS.credentials);
    expect((await browser.waitForRefresh()).path).toBe('/receipt');
    expect([served.charges(), await served.orders()]).toEqual([['settling'], 1]);
  }, 180_000);

  it.each(LOST_ANSWERS.filter((fault) => fault !== 'late'))(
    'pays once if the response to the payment is %s',
    async (fault) => {
      const served = await serveTroubled();
      await walkTo(served.browser, 'payment/review', parentOfMinnesota());
      served.troubled.trouble(['registrations.pay'], fault);
      expect((await served.browser.press('Pay now')).path).toBe('/credentials');
      expect([served.charges(), await served.orders()]).toEqual([['settling'], 1]);
    },
  );
});

/** Pays, and loses the responses, so that the outcome stays unknown for a while. */
async function payAndLoseTheAnswer(
  { browser, troubled, charges }: TroubledSite,
  group: 'registrations' | 'parents',
  lost: Fault,
): Promise<void> {
  const lookUp: Operation = `${group}.payment`;
  troubled.trouble([`${group}.pay`, lookUp], lost);
  expectChecking(await browser.press('Pay now'), lost);
  for (const fault of FAULTS) {
    troubled.trouble([lookUp], fault);
    expectChecking(await browser.reload(), fault);
  }
  troubled.recover();
  expect(charges()).toHaveLength(1);
}

function expectChecking(page: Page, fault: Fault): void {
  expect([page.heading, page.text('main').includes(AGAIN)], fault).toEqual(['We are checking your payment', true]);
  expect(() => page.button('Pay now'), fault).toThrow();
}

describe('an invited co-parent over HTTP', () => {
  it('loses no input at any step, whichever call fails, and pays once', async () => {
    const served = await serveTroubled();
    const { browser, troubled } = served;
    const answers = coParentOfMinnesota();
    await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
    await browser.follow('Get Started');
    await walkThroughFaults(served, INVITED, answers, '/invite');
    expect(browser.page.path).toBe('/invite/payment/review');
    for (const fault of REFUSALS) {
      troubled.trouble(['parents.pay'], fault);
      const page = await browser.press('Pay now');
      expect([page.path, page.text('main').includes(AGAIN)], fault).toEqual(['/invite/payment/review', true]);
    }
    await payAndLoseTheAnswer(served, 'parents', 'cut off');
    expect((await browser.reload()).path).toBe('/invite/credentials');
    await failEachCall(served, INVITED_CREDENTIALS, { answers: answers.credentials, button: 'Complete Signup' });
    for (const fault of REFUSALS) {
      await fill(browser, '/invite/credentials', answers.credentials);
      troubled.trouble(['credentials.set'], fault);
      const page = await browser.press('Complete Signup');
      expect([page.path, page.status, page.errors], fault).toEqual(['/invite/credentials', 502, [CREDENTIALS]]);
    }
    // A failing optional call must not fail the sign-up.
    troubled.trouble(['parents.setMarketingOptIn', 'credentials.usernameAvailability'], 'HTML');
    await fill(browser, '/invite/credentials', answers.credentials);
    expect((await browser.press('Complete Signup')).heading).toMatch(/^You're all set!/);
    expect([served.charges(), await served.orders()]).toEqual([['settling'], 1]);
  }, 180_000);

  it('can request a new link if payment and look-up are refused with HTTP 200, and is not charged', async () => {
    const { browser, troubled, charges } = await serveTroubled();
    await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
    await walkInvitedTo(browser, 'payment/review', coParentOfMinnesota());
    const body = { status: 112, message: 'auth.fail.message' };
    troubled.reply(['parents.pay', 'parents.payment'], { status: 200, body, takesEffect: false });
    expect((await browser.press('Pay now')).path).toBe('/invite/request');
    expect([browser.page.text('.notice'), charges()]).toEqual([expect.stringContaining('nothing was charged'), []]);
  });

  it('records the agreement to the terms with the credentials if the payment could not', async () => {
    const { browser, troubled } = await serveTroubled();
    const answers = coParentOfMinnesota();
    await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
    await walkInvitedTo(browser, 'payment/review', answers);
    troubled.trouble(['parents.agreeToTerms'], 'status 500');
    await submitInvitedStep(browser, 'payment/review', answers);
    for (const fault of REFUSALS) {
      troubled.trouble(['parents.agreeToTerms'], fault);
      const page = await submitInvitedStep(browser, 'credentials', answers);
      expect([page.path, page.errors], fault).toEqual(['/invite/credentials', ['cannot set agreed to terms']]);
    }
    troubled.recover();
    expect((await submitInvitedStep(browser, 'credentials', answers)).heading).toMatch(/^You're all set!/);
  });

  it('shows the posted form of the credentials again, and reads the record once', async () => {
    const { browser, troubled } = await serveTroubled();
    const answers = coParentOfMinnesota();
    await browser.open('/invite?token=demo-invite-paid-no-address&userId=9004');
    await walkInvited(browser, ['step1', 'billing-info'], answers);
    const controls = (page: Page) =>
      page
        .$('#answers [name]:not([type=hidden])')
        .toArray()
        .map(({ attribs }) => attribs.name);
    const before = controls(browser.page);
    expect(before).toContain(TERMS);
    browser.fill(answers.credentials);
    troubled.trouble(['parents.get'], 'the wrong shape');
    troubled.takeAsked();
    const page = await browser.press('Complete Signup');
    expect([page.path, page.status, page.errors[0], controls(page)]).toEqual([
      '/invite/credentials',
      502,
      CREDENTIALS,
      before,
    ]);
    expect(troubled.takeAsked().filter((call) => call === 'parents.get')).toHaveLength(1);
  });

  it('shows the receipt if only the response to the credentials was lost', async () => {
    const { browser, troubled } = await serveTroubled();
    const answers = coParentOfMinnesota();
    await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
    await walkInvitedTo(browser, 'credentials', answers);
    troubled.trouble(['credentials.set'], 'cut off');
    const page = await submitInvitedStep(browser, 'credentials', answers);
    expect([page.status, page.heading]).toEqual([200, expect.stringMatching(/^You're all set!/)]);
    troubled.recover();
    expect((await browser.waitForRefresh()).path).toBe('/invite/receipt');
  });
});

describe('a professional over HTTP', () => {
  it('loses no input at any step, whichever call fails, and is registered once', async () => {
    const served = await serveTroubled();
    const { browser, troubled, store } = served;
    const answers = lawyerOfMinnesota();
    // The form shows an accepted number in this format.
    answers.contact.phoneNumber = '6125550123';
    const accounts = () => store.db.selectFrom('backend_professionals').selectAll().execute();
    await browser.open('/pro');
    const security = PROFESSIONAL.filter(([step]) => step === '/pro/security');
    await walkThroughFaults(
      served,
      PROFESSIONAL.filter((row) => !security.includes(row)),
      answers,
      '/pro',
    );
    await failEachCall(served, security, { answers: answers.security, button: PROFESSIONAL_BUTTONS.security });
    for (const fault of [...REFUSALS, ...LOST_ANSWERS]) {
      troubled.trouble(['professional.create'], fault);
      if (hasForm(browser.page) && fault === REFUSALS[0]) browser.fill(answers.security);
      const page = await browser.press(fault === REFUSALS[0] ? PROFESSIONAL_BUTTONS.security : 'Try again');
      expect([page.path, page.text('.error-summary h2')], fault).toEqual([
        '/pro/security',
        'We could not register you just now',
      ]);
      // A late call reaches the backend after the front end stopped waiting.
      const created = REFUSALS.some((one) => one === fault) ? 0 : 1;
      await expect.poll(async () => (await accounts()).length, { message: fault, timeout: 5_000 }).toBe(created);
    }
    troubled.recover();
    expect((await browser.press('Try again')).heading).toBe('Welcome, Iris!');
    expect(await accounts()).toHaveLength(1);
  }, 180_000);

  it('marks a practice page that lacks a list, for its script', async () => {
    const { browser, troubled } = await serveTroubled();
    await walkProfessionalTo(browser, 'practice', lawyerOfMinnesota());
    const lacksList = (page: Page) => {
      const props = page.$('[data-enhance=practice-choices]').attr('data-props')!;
      return (JSON.parse(props) as { hasFailed?: boolean }).hasFailed;
    };
    troubled.trouble(['lookups.list'], 'status 500');
    expect(lacksList(await browser.open('/pro/practice'))).toBe(true);
    troubled.recover();
    expect(lacksList(await browser.press('Update'))).toBeUndefined();
  });
});

/** Another parent's record, which no page may show. */
const ANOTHER = { userId: '4711', email: 'zoe.quark@example.com', parent: { firstName: 'Zoe', lastName: 'Quark' } };
/** Correct responses, each field of which is replaced in turn. */
const CORRECT: Partial<Record<Operation, object>> = {
  'invites.get': { userId: '9001', isSubscriptionCurrent: false, familyMembers: [], parent: { firstName: 'Ben' } },
  'parents.get': { userId: '9001', email: 'b@example.com', agreedToTerms: false, address: { country: 'US' } },
  'credentials.usernameAvailability': { available: true, meetsRequirements: true },
  'paymentClientToken.get': { clientToken: 'a-token', hiddenCardBrands: [] },
  'sessions.create': { url: '/ofw/home.form', auth: 'a-token', userId: '9001' },
};
const FAILURE_MARKS = [
  { status: 112, message: 'auth.fail.message' },
  { status: 403 },
  { statusCode: 404 },
  { status: 500 },
  { status: '403' },
  { message: 'It did Fail.' },
  { validationErrors: [{ field: 'username', text: 'No.' }] },
  { validationErrors: [] },
];
const WRONG_VALUES = [undefined, null, '', 'x', -1, true, false, [], {}, 'y'.repeat(20_000), 'a\r\nb; \u2019"'];

/** Wrong responses to a call: other bodies, marks of a failure, statuses, and each field with wrong values. */
function wrongBodies(call: Operation): Omit<WrongReply, 'takesEffect'>[] {
  const correct = CORRECT[call] ?? {};
  const bodies = [{ ...correct, ...ANOTHER }, null, {}, [], 'text', 7, ...FAILURE_MARKS];
  const marked = FAILURE_MARKS.map((mark) => ({ ...correct, ...mark }));
  const fields = Object.keys(correct).flatMap((name) => WRONG_VALUES.map((value) => ({ ...correct, [name]: value })));
  const statuses = [201, 302, 400, 401, 403, 404, 409, 410, 418, 422, 429, 503];
  return [
    ...[...bodies, ...marked, ...fields].map((body) => ({ status: 200, body })),
    ...statuses.flatMap((status) => [{}, { status: 112 }, { validationErrors: [] }].map((body) => ({ status, body }))),
  ];
}

/** Fields whose typed value the page shows in another format, or never again. */
const NOT_COMPARED = /^(card|password|security|confirmCode|terms|shown|page-|phoneNumber)/;
const comparable = ({ values }: Page) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !NOT_COMPARED.test(name)));

describe('a backend with wrong responses', () => {
  const INVITE = '/invite?token=demo-invite-by-parent&userId=9001';
  const coParent = coParentOfMinnesota();
  const parent = parentOfMinnesota();
  const atInvited = (step: 'step1' | 'payment/method' | 'credentials') =>
    serveSiteAfter(async (browser) => {
      await browser.open(INVITE);
      if (step === 'step1') await browser.follow('Get Started');
      else await walkInvitedTo(browser, step, coParent);
    });
  const atMailedLink = serveSiteAfter(async (browser, site) => {
    await walkTo(browser, 'credentials', parent);
    browser.jar = site.openBrowser().jar;
    await browser.open(await site.mailedLink());
  });
  const [atStep1, atMethod, atCredentials] = [
    atInvited('step1'),
    atInvited('payment/method'),
    atInvited('credentials'),
  ];
  const withTerms = { ...coParent.credentials, [TERMS]: true };
  const PLACES = {
    step1: { path: '/invite/step1', serve: atStep1, answers: coParent.step1, button: 'Continue' },
    method: {
      path: '/invite/payment/method',
      serve: atMethod,
      answers: coParent['payment/method'],
      button: 'Continue',
    },
    credentials: { path: '/invite/credentials', serve: atCredentials, answers: withTerms, button: 'Complete Signup' },
    'mailed link': {
      path: '/credentials',
      serve: atMailedLink,
      answers: parent.credentials,
      button: 'Complete Signup',
    },
  };

  it('sets credentials by a mailed link if the backend lacks only the parent record', async () => {
    const { browser, troubled } = await serveTroubled(atMailedLink);
    troubled.reply(['parents.get'], { status: 404, body: { status: 404, message: 'No.' }, takesEffect: false });
    expect((await browser.reload()).$('#answers').length).toBe(1);
    browser.fill(parent.credentials);
    // The press takes effect, but its response is lost.
    troubled.trouble(['credentials.set'], 'cut off');
    const page = await browser.press(BUTTONS.credentials);
    expect([page.status, page.errors, page.$('#answers').length]).toEqual([502, [CREDENTIALS], 1]);
    troubled.trouble([], 'cut off');
    browser.fill({ password: parent.credentials.password! });
    expect((await browser.press(BUTTONS.credentials)).html).toContain(parent.credentials.username);
    expect(browser.page.$('#answers').length).toBe(0);
  });

  it('keeps the username of a mailed link that the backend does not describe', async () => {
    const { browser, troubled } = await serveTroubled(atMailedLink);
    for (const fault of SOME_FAULTS) {
      const { username } = parent.credentials;
      browser.fill(parent.credentials);
      troubled.trouble(['parents.get'], fault);
      const page = await browser.press(BUTTONS.credentials);
      expect([page.path, page.status, page.errors, page.values], fault).toEqual([
        '/credentials',
        502,
        [CREDENTIALS],
        expect.objectContaining({ username }),
      ]);
    }
    troubled.recover();
    browser.fill({ password: parent.credentials.password! });
    expect((await browser.press(BUTTONS.credentials)).status).toBe(200);
    expect((await browser.open('/credentials')).html).toContain(parent.credentials.username);
  });

  it.each<[place: keyof typeof PLACES, call: Operation, takesEffect: boolean]>([
    ['step1', 'invites.get', true],
    ['step1', 'parents.update', false],
    ['method', 'paymentClientToken.get', true],
    ['credentials', 'parents.get', true],
    ['credentials', 'parents.update', true],
    ['credentials', 'credentials.usernameAvailability', true],
    ['credentials', 'credentials.set', false],
    ['credentials', 'credentials.set', true],
    ['mailed link', 'parents.get', true],
    ['mailed link', 'credentials.set', true],
    ['mailed link', 'sessions.create', true],
  ])(
    'never breaks a page, loses a typed value or shows another parent on %s: %s (takes effect: %s)',
    async (place, call, takesEffect) => {
      const { path, serve, answers, button } = PLACES[place];
      let served: TroubledSite | undefined;
      const bodies = wrongBodies(call);
      // In brief, each part of the list is covered, but not each of its entries.
      for (const wrong of bodies.filter((_one, index) => isFull || index < 4 || index % 48 === 0)) {
        served ??= await serveTroubled(serve);
        const { browser, troubled } = served;
        const what = JSON.stringify(wrong).slice(0, 200);
        const form = await browser.open(path);
        expect([form.path, hasForm(form)], `before ${what}`).toEqual([path, true]);
        const { [TERMS]: _terms, ...others } = answers as Answers;
        browser.fill(form.html.includes(`name="${TERMS}"`) ? answers : others);
        const typed = comparable(browser.page);
        const reader = browser.copy();
        troubled.reply([call], { ...wrong, takesEffect });
        for (const page of [await reader.open(path), await browser.press(button)]) {
          expect([200, 403, 422, 429, 502], what).toContain(page.status);
          expect(page.html, what).not.toMatch(/Zoe|Quark|zoe\.quark/);
          // A visitor who has paid must not read that nothing was charged.
          if (page.heading === 'An error has occurred' && place === 'credentials')
            expect(page.text('.problem'), what).toContain(
              'What you finished is safe, and you are never charged twice.',
            );
        }
        if (browser.page.path === path && hasForm(browser.page))
          expect(comparable(browser.page), what).toMatchObject(typed);
        troubled.recover();
        const after = await browser.open(path);
        expect(after.status, what).toBe(200);
        // The visitor has paid once, whatever was reported.
        const isPaid = path.endsWith('/credentials');
        expect(served.charges(), what).toEqual(isPaid ? ['settling'] : []);
        if (after.path !== path || !hasForm(after)) served = undefined;
      }
    },
    300_000,
  );
});
