import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXPERIMENTS, NAMED_ONLY_EXPERIMENTS, type Experiment, type Variant } from '~/domain/experiments';
import { createCookies } from '~/server/session/cookies.server';
import { CookieJar } from '~tests/browser/cookie-jar';
import { pathAfter, stepsBefore, PARENT_STEPS, parentOfLondon, parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { openSite, serveSite, type Site } from '~tests/servers/site';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const FLAG_PROVIDER = fileURLToPath(new URL('../support/fakes/flags-of-tests.mjs', import.meta.url));

/** The flag provider's variants, and the visitor ids of its calls. */
let states: Partial<Record<Experiment, Variant>> = {};
let keys = new Set<string | undefined>();
Object.assign(globalThis, {
  flagsOfTests: (flag: Experiment, key: string | undefined) => {
    keys.add(key);
    return states[flag] ?? 'off';
  },
});

afterAll(() => void Reflect.deleteProperty(globalThis, 'flagsOfTests'));

const cookies = createCookies({ publicUrl: 'http://localhost', joinIdleMinutes: 120, joinMaxHours: 24 }, [
  's'.repeat(32),
]);

interface Exposure {
  name: string;
  experiment: Experiment;
  variant: Variant;
  anonymousId: string;
}

let served: Site;

beforeAll(async () => {
  served = await openSite({ env: { FLAG_PROVIDER, ANALYTICS_CONSENT: 'off' } });
});

afterAll(() => served.close());

const openBrowser = () => new PlainBrowser(served.browser.origin);

/** Returns the events of one browser. */
async function eventsOf(browser: PlainBrowser): Promise<Exposure[]> {
  const visitor = (await cookies.visitor.parse(browser.jar.headerFor('/app/join/step1') ?? null)) as string;
  return served
    .log()
    .split('\n')
    .flatMap((line) => {
      const { analytics } = JSON.parse(line || '{}') as { analytics?: Exposure };
      return analytics?.anonymousId === visitor ? [analytics] : [];
    });
}

async function exposuresOf(browser: PlainBrowser) {
  return (await eventsOf(browser)).filter(({ name }) => name === 'experiment viewed');
}

function packagesOf({ page }: PlainBrowser): string[] {
  return page
    .$('input[name=packageId]')
    .toArray()
    .map(({ attribs }) => attribs.value!);
}

async function sendFamilyWithoutEmail(browser: PlainBrowser) {
  const { email: _email, ...rest } = parentOfMinnesota().step2;
  browser.fill({ ...rest, knowsCoParentEmail: 'no', phoneNumber: '(612) 555-0199' });
  await browser.press('Continue');
}

/** Walks through the screens once, and collects the differences that experiments make. */
async function collectDifferences(variant: Variant) {
  states = Object.fromEntries(EXPERIMENTS.map((name) => [name, variant]));
  const seen: Partial<Record<Experiment, unknown>> = {};
  const browser = openBrowser();
  seen.GROW748 = (await browser.open('/invite?token=demo-invite-by-parent&userId=9001')).$('.social-proof').length;
  browser.jar = new CookieJar();
  seen.GROW794 = (await browser.open('/signup?ado=true&jek=spring&pv=MjA=')).link('For Parents');
  const answers = { ...parentOfMinnesota(), step3: { packageId: '2041' } };
  await walkTo(browser, 'step2', answers);
  await sendFamilyWithoutEmail(browser);
  seen.PARENT_B_EMAIL_SPEED_BUMP = [browser.page.path, browser.page.$('dialog[open]').length];
  if (browser.page.path === '/step2') {
    await browser.press('Skip');
    await browser.press('Continue');
  }
  for (const step of stepsBefore('step3').slice(2)) await submitStep(browser, step, answers);
  const packages = packagesOf(browser);
  seen.GROW431 = [
    packages[0],
    browser.page.text('.package-pick'),
    browser.page.values.packageId,
    browser.page.$('.package:contains("Premium") .package-features').first().text().includes('Everything in'),
  ];
  seen.GROW621 = packages.indexOf('2021') < packages.indexOf('2011');
  await submitStep(browser, 'step3', answers);
  seen.GROW805 = browser.page.text(':is(label[for=answers-myfiles], .included:contains("storage")) .price');
  await submitStep(browser, 'alacarte', answers);
  const { page } = await submitStep(browser, 'payment/billing', answers).then(() => browser);
  seen.PAYPAL_IN_JOIN = page.texts('button').includes('PayPal');
  seen.GROW365 = page.$('[data-enhance=venmo]').length;
  seen.GROW750 = page.text('.notice.success');

  const british = openBrowser();
  const step2 = await walkTo(british, 'step2', parentOfLondon());
  const lowestPrice = step2.text('.price-from').match(/\S+(?= for 1 year)/)?.[0];
  for (const step of stepsBefore('step3').slice(1)) await submitStep(british, step, parentOfLondon());
  seen.GROW450 = [lowestPrice, packagesOf(british).includes('2061')];
  const exposures = [...(await exposuresOf(browser)), ...(await exposuresOf(british))];
  return { seen, exposures };
}

it.each([
  ['GROW794', '/signup'],
  ['GROW748', '/invite?token=demo-invite-by-parent&userId=9001'],
] as const)('records %s once for a visitor who agrees to analytics on its page', async (experiment, address) => {
  const site = await serveSite({ env: { FLAG_PROVIDER } });
  states = { [experiment]: 'treatment' };
  const countExposures = () =>
    site
      .log()
      .split('\n')
      .filter((line) => line.includes('"experiment viewed"')).length;
  await site.browser.open(address);
  await site.browser.open(address);
  expect(countExposures()).toBe(0);
  await site.browser.press('Yes');
  expect(countExposures()).toBe(1);
  await site.browser.open(address);
  expect(countExposures()).toBe(1);
});

const SHOWN: [Experiment, without: unknown, treated: unknown][] = [
  ['GROW794', '/app/join/coparentstatus', '/app/join/step1'],
  ['GROW748', 0, 1],
  ['PARENT_B_EMAIL_SPEED_BUMP', [pathAfter('step2'), 0], ['/step2', 1]],
  ['GROW431', ['2011', '', undefined, true], ['2031', 'Our recommendation', undefined, false]],
  ['GROW621', false, true],
  ['GROW450', ['$120.00', false], ['£119.88', true]],
  ['GROW805', 'Included', 'instead of $24.00 $19.20 a year'],
  ['PAYPAL_IN_JOIN', false, true],
  ['GROW365', 0, 1],
  ['GROW750', 'Your offer: 20% off', 'You save $46.80 today: 20% off your subscription.'],
];

describe.each(['off', 'control', 'treatment'] as const)('a visitor in %s', (variant) => {
  let collected: Awaited<ReturnType<typeof collectDifferences>>;

  beforeAll(async () => {
    collected = await collectDifferences(variant);
  });

  it.each(SHOWN)('sees %s only in the treatment', (experiment, without, treated) => {
    expect(collected.seen[experiment]).toEqual(variant === 'treatment' ? treated : without);
  });

  it('is recorded with the variant, and not at all if flags are off', () => {
    const ofThisBrowser = collected.exposures.filter(
      ({ anonymousId }) => anonymousId === collected.exposures[0]?.anonymousId,
    );
    const expected = [...SHOWN.map(([name]) => name), ...NAMED_ONLY_EXPERIMENTS].filter(
      (name) => name !== 'GROW748' && name !== 'GROW450',
    );
    expect(ofThisBrowser.map(({ experiment }) => experiment).sort()).toEqual(variant === 'off' ? [] : expected.sort());
    expect(collected.exposures.every((exposure) => exposure.variant === variant)).toBe(true);
    expect(collected.exposures.some(({ experiment }) => experiment === 'GROW450')).toBe(variant !== 'off');
  });
});

it('records an experiment once per visitor, and not for a HEAD request', async () => {
  states = { GROW722: 'treatment', GROW302: 'control' };
  const browser = openBrowser();
  await browser.send('HEAD', browser.urlOf('/step1'));
  expect(await exposuresOf(browser)).toEqual([]);
  await browser.open('/step1');
  await browser.reload();
  expect((await exposuresOf(browser)).map(({ experiment, variant }) => [experiment, variant])).toEqual([
    ['GROW302', 'control'],
    ['GROW722', 'treatment'],
  ]);
});

it('keeps a visitor’s variants and price for the journey when the flags change', async () => {
  states = { GROW805: 'treatment' };
  const answers = { ...parentOfMinnesota(), step3: { packageId: '2041' } };
  answers.alacarte = { subscription: 'SUB1YEAR', myfiles: true };
  const browser = openBrowser();
  await walkTo(browser, 'alacarte', answers, PARENT_STEPS);
  states = { GROW431: 'treatment', PAYPAL_IN_JOIN: 'treatment' };
  await submitStep(browser, 'alacarte', answers);
  expect(browser.page.text('.order-summary summary strong')).toBe('$120.00');
  await submitStep(browser, 'payment/billing', answers);
  // 9600 and 2400, with 6.875% tax.
  expect([browser.page.figure('Total'), browser.page.texts('button').includes('PayPal')]).toEqual(['$128.25', true]);
  states = {};
  expect((await browser.open('/payment/method')).texts('button')).toContain('PayPal');
  expect((await browser.open('/step3')).text('.package-pick')).toBe('');
  const steps = (await eventsOf(browser)).filter(({ name }) => name.startsWith('checkout'));
  expect(steps).toMatchObject([
    { name: 'checkout step viewed', view: 'BILLING', step: 1, packageId: '2041', currency: 'USD' },
    { name: 'checkout step completed', view: 'BILLING', step: 1 },
    { name: 'checkout step viewed', view: 'PAYMENT', step: 2 },
  ]);
});

it.each([['sec-gpc'], ['dnt']])('does not report a browser that sends %s', async (header) => {
  const browser = openBrowser();
  const send = browser.send.bind(browser);
  browser.send = (...[verb, url, body, headers]) => send(verb, url, body, { ...headers, [header]: '1' });
  states = { GROW794: 'treatment', GROW722: 'treatment', PAYPAL_IN_JOIN: 'treatment' };
  keys = new Set();
  expect((await browser.open('/signup')).link('For Parents')).toBe('/app/join/step1');
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/method', answers);
  expect(browser.page.texts('button')).toContain('PayPal');
  expect([await eventsOf(browser), [...keys]]).toEqual([[], [undefined]]);
  const kept = served.store.db.selectFrom('backend_registrations').select('anonymous_id');
  expect(await kept.where('email', '=', String(answers.step1.email)).execute()).toEqual([{ anonymous_id: null }]);
});

describe('the dialog that asks for the co-parent’s e-mail', () => {
  async function openDialog() {
    states = { PARENT_B_EMAIL_SPEED_BUMP: 'treatment' };
    const browser = openBrowser();
    await walkTo(browser, 'step2', parentOfMinnesota());
    await sendFamilyWithoutEmail(browser);
    return browser;
  }
  const TYPED = { firstName: 'Ben', phoneNumber: '(612) 555-0199', 'children[0].firstName': 'Cleo' };

  it('sends the family with a valid e-mail, and keeps the form for an invalid one', async () => {
    const browser = await openDialog();
    for (const wrong of ['', 'ben@']) {
      browser.fill({ speedBumpEmail: wrong });
      const refused = await browser.press('Continue with this email');
      expect([refused.status, refused.errorOf('speedBumpEmail')]).toEqual([422, 'Please enter a valid email']);
      expect(refused.title).toMatch(/^Error: /);
      expect(refused.values).toMatchObject({ ...TYPED, speedBumpEmail: wrong });
    }
    browser.fill({ speedBumpEmail: ` ben.${crypto.randomUUID()}@example.com` });
    expect((await browser.pressEnter()).path).toBe(pathAfter('step2'));
    expect((await browser.open('/step2')).values.email).toMatch(/^ben\./);
  });

  it.each(['Skip', '×'])('is closed by %s, keeps typed values, and does not reappear', async (button) => {
    const browser = await openDialog();
    const closed = await browser.press(button);
    expect([closed.status, closed.path, closed.$('dialog').length, closed.errors]).toEqual([200, '/step2', 0, []]);
    expect(closed.values).toMatchObject(TYPED);
    expect((await browser.press('Continue')).path).toBe(pathAfter('step2'));
  });

  it('keeps typed values after a language switch', async () => {
    const browser = await openDialog();
    browser.fill({ speedBumpEmail: 'ben' });
    // Some browsers do not support `inert`.
    browser.page.$('[inert]').removeAttr('inert');
    const page = await browser.press('Español');
    expect([page.text('dialog h2'), page.values.speedBumpEmail, page.status]).toEqual([
      '¿Tiene el correo electrónico de la otra mamá o del otro papá?',
      'ben',
      200,
    ]);
  });

  it('shows in the form that the co-parent’s e-mail is the parent’s', async () => {
    const browser = await openDialog();
    await browser.open('/step1');
    const { email } = browser.page.values;
    await browser.open('/step2');
    await sendFamilyWithoutEmail(browser);
    browser.fill({ speedBumpEmail: String(email) });
    const page = await browser.press('Continue with this email');
    expect([page.errorOf('email'), page.$('dialog').length]).toEqual([
      'The email of the co-parent cannot be the same as your email.',
      0,
    ]);
  });
});
