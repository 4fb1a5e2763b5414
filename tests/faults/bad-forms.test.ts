import { beforeAll, describe, expect, it } from 'vitest';
import { expectPage } from '~tests/browser/expect-page';
import { parentOfMinnesota, READY_MADE_STEPS, type ParentAnswers } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { serveSite, useSite } from '~tests/servers/site';
import { walkTo } from '~tests/walks/walk-parent';

const server = useSite();
const PATHS = [...READY_MADE_STEPS, 'alacarte', 'duplicate', 'language', 'payment', 'nowhere'].map(
  (step) => `/${step}`,
);

const names = (...fields: string[]) => ({
  holding: (value: string) => fields.map((name): [string, string] => [name, value]),
});

/** Forms with one fault each, which pass the body guard. */
const WRONG: Record<string, [string, string][]> = {
  nothing: [],
  'unknown fields': [
    ['nobody', 'asked'],
    ['for[0].this', 'ever'],
  ],
  'a field twice': [
    ...names('firstName', 'email', 'packageId').holding('one'),
    ...names('firstName', 'email').holding('two'),
  ],
  'a list for a text': names('firstName[0]', 'email[]', 'cardNumber[0].x', 'country[1]', 'username[0]').holding('x'),
  'an object for a text': names('firstName.x', 'email.y', 'packageId.z', 'password.x', 'subscription.x').holding('x'),
  'an object for a list of texts': names('tonemeter.x', 'language.x').holding('TONEMETER'),
  'very long texts': names('firstName', 'email', 'phoneNumber', 'city', 'cardNumber', 'username').holding(
    'x'.repeat(9_000),
  ),
  'control characters': names('firstName', 'email', 'billingAddress', 'cardHolderName').holding(
    'a\u0001\u202e\ufeff\r\nb',
  ),
  'emoji and marks': names('firstName', 'lastName', 'username', 'password').holding('\u{1f600}\u0301'.repeat(30)),
  markup: names('firstName', 'email', 'city', 'username', 'cardHolderName').holding('<script>alert(1)</script>"\''),
  'an unavailable package': names('packageId').holding('9999'),
  'a package of another group': names('packageId').holding('2061'),
  'a made-up review': names('reviewed').holding('shown.to.nobody'),
  'the button of an absent dialog': names('intent').holding('country-mismatch'),
  'the button of an absent child': names('intent').holding('remove-child-99'),
  'an unknown button': names('intent', 'shown').holding('errors'),
  'forty children': Array.from({ length: 40 }, (_, index) => [`children[${index}].firstName`, 'Cy']),
  'an unrequested confirmation': names('confirmedDuplicate').holding('somebody@example.com'),
  'an unknown language': names('language').holding('tlh'),
  'an invented state': names('step', 'lastCompletedStep', 'lastCompletedPaymentStep', 'view', 'paid').holding('3'),
  'a redirect to another host': names('page').holding('//evil.example/'),
};

let browser: PlainBrowser;
let answers: ParentAnswers;
beforeAll(async () => {
  browser = server.openBrowser();
  answers = parentOfMinnesota();
  await walkTo(browser, 'payment/method', answers);
});

/** Expects stored answers and progress to be unchanged. */
async function expectAnswersKept(): Promise<void> {
  expect((await browser.open('/step1')).values).toMatchObject({ firstName: 'Ann', email: answers.step1.email });
  expect((await browser.open('/step2')).values).toMatchObject({ firstName: 'Ben', 'children[0].firstName': 'Cleo' });
  expect((await browser.open('/step3')).values).toEqual({ packageId: '2021' });
  expect((await browser.open('/payment/billing')).values).toMatchObject(answers['payment/billing']);
  expect((await browser.open('/payment/method')).path).toBe('/payment/method');
  expect((await server.openBrowser().open('/demo')).$('[data-payment]')).toHaveLength(0);
}

it.each(Object.entries(WRONG))('shows a page for %s, and loses no answer', async (_what, fields) => {
  for (const path of PATHS) {
    const page = await browser.post(path, fields);
    expectPage(page);
    expect(page.html).not.toContain('<script>alert');
    expect(
      browser.redirects.every(({ location }) => location.startsWith('/app/join/') || location === '/ofw/home.form'),
    ).toBe(true);
  }
  await expectAnswersKept();
});

it('shows a page for children that are not a list, and loses no answer', async () => {
  // On its own site, because Conform throws when it renders these fields, which logs an error.
  const site = await serveSite();
  for (const field of ['children', 'children.firstName', 'children[0]']) {
    const other = site.openBrowser();
    await walkTo(other, 'step2', parentOfMinnesota());
    expectPage(await other.post('/step2', { [field]: 'Cy' }));
    await other.post('/step2', { [field]: 'Cy', back: 'back' });
    expectPage(await other.open('/step2'), 200);
  }
});

describe('a form rejected before any step', () => {
  const refused: [what: string, body: string, status: number, heading: string][] = [
    ['more than 64 KiB', `firstName=${'x'.repeat(65 * 1024)}`, 413, 'That was too much at once'],
    ['201 fields', Array.from({ length: 201 }, (_, index) => `f${index}=`).join('&'), 400, 'That was too much at once'],
    ['a broken escape', 'firstName=%zz', 400, 'We could not read what was sent'],
    ['a forbidden name', '__proto__=x', 400, 'We could not read what was sent'],
  ];

  it.each(refused)('gets an error page for %s', async (_what, body, status, heading) => {
    for (const path of ['/step1', '/payment/method', '/nowhere']) {
      const page = await browser.post(path, body);
      expectPage(page, status);
      expect(page.heading).toBe(heading);
      expect(page.text('main')).toContain('1-800-555-0199');
      expect(page.text('.reference code')).not.toBe('');
    }
    await expectAnswersKept();
  });

  it('gets 415 for an unsupported media type', async () => {
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain']) {
      expectPage(await browser.post('/step1', '{}', { 'content-type': type }), 415);
    }
    await expectAnswersKept();
  });
});
