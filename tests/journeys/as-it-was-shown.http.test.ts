import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { laterDay } from '~/domain/calendar-days';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { CARDS, PARENT_STEPS, parentOfLondon, parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser, type Page } from '~tests/browser/plain-browser';
import type { Typed } from '~tests/browser/plain-page';
import { serveSite, serveSiteAfter } from '~tests/servers/site';
import { PATHS, type JourneyName, type Screen } from '~tests/walks/one-truth/screens';
import { openWorld, worldOf, type World } from '~tests/walks/one-truth/world';
import { walkInvitedTo } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

/** Pay now buys the order that its page showed, or nothing, even if another tab changed it. Runs for both parents. */

const CHANGED =
  'Something has changed since this page was shown to you, so nothing was charged. If what you see now is right, press “Pay now” again.';
const LOOK_AGAIN =
  'We could not tell what this page had shown you, so “Pay now” charged nothing. Please look everything over and press it again.';
const MINUTE_MS = 60 * 1000;
const BOTH = ['parent', 'invited'] as const;
const ESSENTIALS = '2012';

let shared: World;
beforeAll(async () => {
  shared = await openWorld();
});
afterAll(() => shared.close());

type Place = ReturnType<typeof worldOf>;

/** A visitor who is about to pay. */
interface Payer {
  journey: JourneyName;
  browser: PlainBrowser;
  email: string;
  world: Place;
}

/** Walks to the payment view. @returns the e-mail */
async function walkToMethod(journey: JourneyName, browser: PlainBrowser, world: Place, packageId: string) {
  const id = randomUUID().slice(0, 8);
  if (journey === 'parent') {
    const answers = parentOfMinnesota(id);
    await walkTo(browser, 'payment/method', { ...answers, step3: { packageId } });
    return String(answers.step1.email);
  }
  const answers = coParentOfMinnesota(id);
  await browser.open(await world.invite(id));
  await walkInvitedTo(browser, 'payment/method', { ...answers, packages: { packageId } });
  return String(answers.step1.email);
}

const serveMethod = byJourney((journey) =>
  serveSiteAfter((browser, site) => walkToMethod(journey, browser, worldOf(site), ESSENTIALS)),
);
const serveReview = byJourney((journey) =>
  serveSiteAfter(async (browser, site) => {
    const email = await walkToMethod(journey, browser, worldOf(site), ESSENTIALS);
    await enterCard(browser, 'approved');
    return email;
  }),
);

function byJourney<Value>(make: (journey: JourneyName) => Value): Record<JourneyName, Value> {
  return { parent: make('parent'), invited: make('invited') };
}

/** Serves a copy of a site with a payer at the payment view, who chose Essentials for two years. */
async function openMethod(journey: JourneyName): Promise<Payer> {
  const { site, browser, reached } = await serveMethod[journey]();
  return { journey, browser, email: reached, world: worldOf(site) };
}

/** Serves a copy of a site with that payer at the review. */
async function openReview(journey: JourneyName): Promise<Payer> {
  const { site, browser, reached } = await serveReview[journey]();
  return atReview({ journey, browser, email: reached, world: worldOf(site) });
}

/** Walks to the review of the shared site. */
async function walkToReview(
  journey: JourneyName,
  { packageId = ESSENTIALS, codes = [] }: { packageId?: string; codes?: string[] } = {},
): Promise<Payer> {
  const browser = new PlainBrowser(shared.origin);
  const email = await walkToMethod(journey, browser, shared, packageId);
  for (const code of codes) await applyCode(browser, code);
  await enterCard(browser, 'approved');
  return atReview({ journey, browser, email, world: shared });
}

function atReview(payer: Payer): Payer {
  expect(payer.browser.page.path).toBe(PATHS[payer.journey]['payment/review']);
  return payer;
}

async function applyCode(browser: PlainBrowser, subscriptionCode: string) {
  browser.fill({ subscriptionCode });
  await browser.press('Apply');
  expect(browser.page.errors).toEqual([]);
}

async function enterCard(browser: PlainBrowser, which: 'approved' | 'approvedMastercard') {
  browser.fill({ ...parentOfMinnesota()['payment/method'], ...CARDS[which] });
  await browser.press('Continue');
}

/** Opens a screen in another tab of the same browser. */
async function openTab({ browser, journey }: Payer, screen: Screen): Promise<PlainBrowser> {
  const tab = new PlainBrowser(browser.origin);
  tab.jar = browser.jar;
  await tab.open(PATHS[journey][screen]!);
  expect(tab.page.path).toBe(PATHS[journey][screen]);
  return tab;
}

async function answer(payer: Payer, screen: Screen, typed: Typed): Promise<PlainBrowser> {
  const tab = await openTab(payer, screen);
  tab.fill(typed);
  await tab.press('Continue');
  expect(tab.page.errors).toEqual([]);
  return tab;
}

async function bill(payer: Payer, { country, region, ...typed }: Typed): Promise<void> {
  const tab = await openTab(payer, 'payment/billing');
  if (country) {
    tab.fill({ country });
    await tab.press('Update');
  }
  if (region) {
    tab.fill({ region });
    await tab.press('Update');
  }
  tab.fill(typed);
  await tab.press('Continue');
  expect(tab.page.errors).toEqual([]);
  if (tab.page.path.endsWith('payment/method')) await enterCard(tab, 'approved');
}

const findCharges = async ({ email, world }: Payer) =>
  (await world.findPaid(email))?.charges.map(({ amount }) => amount) ?? [];

/** Expects the review with errors, and no charge. */
async function expectRefused(payer: Payer, page: Page, errors: unknown): Promise<void> {
  expect([page.status, page.path]).toEqual([422, PATHS[payer.journey]['payment/review']]);
  expect(page.title).toMatch(/^Error: /);
  expect(page.errors).toEqual(errors);
  expect(await findCharges(payer)).toEqual([]);
}

/** Presses Pay now, and expects a charge of the displayed total. */
async function expectPays(payer: Payer): Promise<void> {
  const { browser } = payer;
  const shown = Number(browser.page.text('.figures .total dd').replace(/\D/g, ''));
  if (browser.page.$('[name=termsAndConditions]').length > 0) browser.fill({ termsAndConditions: true });
  await browser.press('Pay now');
  expect(browser.page.path).toBe(PATHS[payer.journey].credentials);
  expect(await findCharges(payer)).toEqual([shown]);
}

interface Change {
  of: string;
  /** Changes the order in another tab while the first one shows the review. */
  make(payer: Payer): Promise<unknown>;
  errors: string[];
}

const CHANGES: Change[] = [
  {
    of: 'the package, for one of the same price',
    make: (payer) => answer(payer, 'packages', { packageId: '2031' }),
    errors: ['Your package is now: Premium, 1 year.', 'The renewal is now $230.85 every year.'],
  },
  {
    of: 'the card',
    make: async (payer) => enterCard(await openTab(payer, 'payment/method'), 'approvedMastercard'),
    errors: ['The payment method is now: Mastercard ending in 4444.'],
  },
  {
    of: 'the e-mail',
    make: (payer) => answer(payer, 'step1', { email: `new.${payer.email}` }),
    errors: ['Your email is now new.EMAIL.'],
  },
  {
    of: 'the name',
    make: (payer) => answer(payer, 'step1', { lastName: 'Núñez' }),
    errors: [expect.stringMatching(/^Your name is now \S+ Núñez\.$/) as string],
  },
  {
    of: 'the address, within the same tax',
    make: (payer) => bill(payer, { billingAddress: '14 Elm Street' }),
    errors: ['Your billing address is now 14 Elm Street, Apt 4, Saint Paul, MN 55101, United States.'],
  },
  {
    of: 'the phone',
    make: (payer) => answer(payer, 'step1', { phoneNumber: '6125550188' }),
    errors: ['Your phone number is now +1 612 555 0188.'],
  },
  {
    of: 'the discount link, for one that takes nothing off',
    make: async ({ browser }) => {
      const tab = new PlainBrowser(browser.origin);
      tab.jar = browser.jar;
      await tab.open('/signup?ado=true&jek=unknown&pv=MjA=');
    },
    errors: ['No offer counts for this order now.'],
  },
  {
    of: 'the country, where the terms have to be agreed to',
    make: (payer) =>
      bill(payer, { country: 'CA', region: 'ON', city: 'Ottawa', postalCode: 'K1A 0B1', timezone: 'America/Toronto' }),
    errors: [
      'The payment method is now: Visa ending in 1111.',
      'Your billing address is now 12 Elm Street, Apt 4, Ottawa ON K1A 0B1, Canada.',
      'The tax is now $28.08.',
      'The total is now $244.08.',
      'The renewal is now $244.08 every two years.',
      'You are now asked to agree to the terms as they are today.',
    ],
  },
];

describe.each(BOTH)('Pay now on an older page of the %s journey', (journey) => {
  it.each(CHANGES)('charges nothing and names the change after another tab changed $of', async ({ make, errors }) => {
    const payer = await openReview(journey);
    await make(payer);
    const page = await payer.browser.press('Pay now');
    await expectRefused(payer, page, [CHANGED, ...errors.map((text) => replaceEmail(text, payer.email))]);
    if (payer.browser.page.text('.review-list').includes('new.')) payer.email = `new.${payer.email}`;
    await expectPays(payer);
  });

  it('charges nothing and names the code after another tab replaced it with one of the same value', async () => {
    const [first, second] = [await shared.addCode(1000, 'USD'), await shared.addCode(1000, 'USD')];
    const payer = await walkToReview(journey, { codes: [first] });
    const tab = await openTab(payer, 'payment/method');
    await tab.press('Remove');
    await applyCode(tab, second);
    const page = await payer.browser.press('Pay now');
    await expectRefused(payer, page, [CHANGED, `Activation codes that count now: ${second} (−$10.00).`]);
    await expectPays(payer);
  });

  it('keeps the paid card if another tab posts one after the payment', async () => {
    const payer = await openReview(journey);
    const tab = await openTab(payer, 'payment/method');
    await expectPays(payer);
    const [paid] = (await payer.world.findPaid(payer.email))!.charges;
    await enterCard(tab, 'approvedMastercard');
    expect([tab.page.path, tab.page.errors]).toEqual([PATHS[journey].credentials, []]);
    expect(tab.page.html).not.toContain('4444');
    expect((await payer.world.findPaid(payer.email))!.charges).toEqual([paid]);
  });

  it('charges once if a second tab shows the same page', async () => {
    const payer = await openReview(journey);
    const other = await openTab(payer, 'payment/review');
    await expectPays(payer);
    expect((await other.press('Pay now')).path).toBe(PATHS[journey].credentials);
    expect(await findCharges(payer)).toHaveLength(1);
  });
});

function replaceEmail(text: string, email: string): string {
  return typeof text === 'string' ? text.replace('EMAIL', email) : text;
}

it('buys the package that the page shows if two pages show packages of the same price', async () => {
  const payer = await walkToReview('parent', { packageId: '2012' });
  const tab = await answer(payer, 'packages', { packageId: '2031' });
  await tab.open('/payment/review');
  expect([payer.browser.page, tab.page].map((page) => page.figure('Total'))).toEqual(['$230.85', '$230.85']);
  await expectRefused(payer, await payer.browser.press('Pay now'), [
    CHANGED,
    'Your package is now: Premium, 1 year.',
    'The renewal is now $230.85 every year.',
  ]);
  expect((await tab.press('Pay now')).path).toBe('/credentials');
  expect((await payer.world.findPaid(payer.email))?.order.package_id).toBe('2031');
});

it('charges nothing on the older page after another tab added the co-parent’s subscription', async () => {
  const payer = await openReview('parent');
  const tab = await openTab(payer, 'payment/method');
  tab.fill({ isPayingForCoparent: true });
  await tab.press('Apply');
  const page = await payer.browser.press('Pay now');
  await expectRefused(payer, page, [
    CHANGED,
    "Your co-parent's subscription is now part of the order.",
    'The tax is now $29.70.',
    'The total is now $461.70.',
    'The renewal is now $461.70 every two years.',
  ]);
});

it('treats options of the same price as different packages', async () => {
  const browser = new PlainBrowser(shared.origin);
  const answers = {
    ...parentOfMinnesota(),
    step3: { packageId: '2041' },
    alacarte: { subscription: 'SUB1YEAR', tonemeter: ['TONEMETER'] },
  };
  await walkTo(browser, 'payment/review', answers, PARENT_STEPS);
  const payer: Payer = { journey: 'parent', browser, email: String(answers.step1.email), world: shared };
  const total = browser.page.figure('Total');
  await answer(payer, 'build', { tonemeter: ['TONEMETERCOPARENT'] });
  await expectRefused(payer, await browser.press('Pay now'), [
    CHANGED,
    expect.stringMatching(/^Your package is now: .*co-parent/i),
  ]);
  expect(browser.page.figure('Total')).toBe(total);
  await expectPays(payer);
});

it.each([
  [
    'es',
    [
      'Algo cambió desde que se le mostró esta página, así que no se cobró nada. Si lo que ve ahora es correcto, presione “Pagar ahora” otra vez.',
      'Su paquete ahora es: Premium, 1 año.',
    ],
  ],
  ['en-GB', [CHANGED, 'Your package is now: Premium, 1 year.']],
])('names the change in the visitor’s language: %s', async (code, errors) => {
  const payer = await openReview('parent');
  await answer(payer, 'packages', { packageId: '2031' });
  const { action, body } = payer.browser.page.submission(payer.browser.page.defaultButton());
  const page = await payer.browser.post(action.pathname, body.toString(), { 'accept-language': code });
  expect(page.errors.slice(0, 2)).toEqual(errors);
  expect(page.$('html').attr('lang')).toBe(code);
});

it('names the change again after a switch of the language, and then accepts the payment', async () => {
  const payer = await openReview('parent');
  await answer(payer, 'packages', { packageId: '2031' });
  await payer.browser.press('Pay now');
  const page = await payer.browser.press('Español');
  expect([page.status, page.errors.slice(1)]).toEqual([
    200,
    ['Su paquete ahora es: Premium, 1 año.', 'La renovación ahora cuesta $230.85 cada año.'],
  ]);
  expect((await payer.browser.press('Pagar ahora')).path).toBe('/credentials');
});

describe('a post whose `reviewed` field is missing or wrong', () => {
  it.each(BOTH)('shows the review again for a post of an earlier build, without the field: %s', async (journey) => {
    const payer = await openReview(journey);
    const { path } = payer.browser.page;
    await expectRefused(payer, await payer.browser.post(path, { amountDisplayed: '23085' }), [LOOK_AGAIN]);
    await expectPays(payer);
  });

  it.each(BOTH)('shows the review again with another visitor’s field: %s', async (journey) => {
    const [payer, other] = [await walkToReview(journey), await walkToReview(journey)];
    const { path } = payer.browser.page;
    const reviewed = String(other.browser.page.values.reviewed);
    await expectRefused(payer, await payer.browser.post(path, { reviewed }), [LOOK_AGAIN]);
    await expectPays(payer);
  });

  it('shows the review again with the field of another sign-up in the same browser', async () => {
    const payer = await openReview('parent');
    const reviewed = String(payer.browser.page.values.reviewed);
    payer.browser.jar.forget('join');
    const answers = { ...parentOfMinnesota(), step3: { packageId: '2012' } };
    await walkTo(payer.browser, 'payment/review', answers);
    const again = { ...payer, email: String(answers.step1.email) };
    await expectRefused(again, await payer.browser.post('/payment/review', { reviewed }), [LOOK_AGAIN]);
  });
});

describe('the checkbox of the terms', () => {
  async function openLondon() {
    const browser = new PlainBrowser(shared.origin);
    const answers = parentOfLondon();
    await walkTo(browser, 'payment/review', answers);
    browser.fill({ termsAndConditions: true, marketingOptIn: true });
    return { journey: 'parent' as const, browser, email: String(answers.step1.email), world: shared };
  }

  it('stays ticked when something else has changed', async () => {
    const payer = await openLondon();
    await answer(payer, 'step1', { lastName: 'Núñez' });
    await expectRefused(payer, await payer.browser.press('Pay now'), [CHANGED, 'Your name is now Ann Núñez.']);
    expect(payer.browser.page.values).toMatchObject({ termsAndConditions: 'on', marketingOptIn: 'on' });
    expect((await payer.browser.press('Pay now')).path).toBe('/credentials');
  });

  it('is required together with the notice of a change', async () => {
    const payer = await openLondon();
    payer.browser.fill({ termsAndConditions: false });
    await answer(payer, 'step1', { lastName: 'Núñez' });
    await expectRefused(payer, await payer.browser.press('Pay now'), [
      CHANGED,
      'Your name is now Ann Núñez.',
      'To continue, agree to the Terms & Conditions and the Privacy Policy',
    ]);
  });

  it('is ticked again after Back only for the same terms', async () => {
    const { browser } = await openLondon();
    await browser.press('Back');
    const ticked = { termsAndConditions: 'on', marketingOptIn: 'on' };
    const { page } = browser;
    expect((await browser.open('/payment/review')).values).toMatchObject(ticked);
    const { action, body } = browser.page.submission(browser.page.button('Back'));
    body.set('terms', 'an earlier version');
    await browser.post(action.pathname, body.toString());
    const { values } = await browser.open('/payment/review');
    expect([page.path, values.termsAndConditions, values.marketingOptIn]).toEqual(['/payment/method', undefined, 'on']);
  });

  it('is asked for on a page that does not name its terms', async () => {
    const { browser } = await openLondon();
    browser.fill({ termsAndConditions: false });
    const { action, body } = browser.page.submission(browser.page.button('Pay now'));
    body.delete('terms');
    const page = await browser.post(action.pathname, body.toString());
    expect([page.status, page.errorOf('termsAndConditions')]).toEqual([422, expect.stringMatching(/./)]);
  });

  it('is unticked by a language switch on a page with other terms', async () => {
    const { browser } = await openLondon();
    browser.fill({ termsAndConditions: true });
    const { action, body } = browser.page.submission(browser.page.button('Español'));
    expect((await browser.post(action.pathname, body.toString())).values.termsAndConditions).toBe('on');
    body.set('terms', 'an earlier version');
    expect((await browser.post(action.pathname, body.toString())).values.termsAndConditions).toBeUndefined();
  });

  it('is not ticked if the page did not show it before', async () => {
    const payer = await openReview('parent');
    await bill(payer, {
      country: 'CA',
      region: 'ON',
      city: 'Ottawa',
      postalCode: 'K1A 0B1',
      timezone: 'America/Toronto',
    });
    const { action, body } = payer.browser.page.submission(payer.browser.page.defaultButton());
    body.set('termsAndConditions', 'on');
    const page = await payer.browser.post(action.pathname, body.toString());
    expect(page.errors.at(-1)).toBe('You are now asked to agree to the terms as they are today.');
    expect(page.values.termsAndConditions).toBeUndefined();
  });
});

describe('a repeated press', () => {
  /** Returns the request of the current page's default button. */
  function pressOf({ browser: { page } }: Payer): [string, URL, string] {
    const { action, body } = page.submission(page.defaultButton());
    return ['POST', action, body.toString()];
  }

  it.each(BOTH)(
    'charges once if it is concurrent and the first press spends the activation code: %s',
    async (journey) => {
      const payer = await walkToReview(journey, { codes: [await shared.addCode(1000, 'USD')] });
      const press = pressOf(payer);
      const answers = await Promise.all(Array.from({ length: 6 }, () => payer.browser.send(...press)));
      const locations = new Set(answers.map(({ status, headers }) => `${status} ${headers.get('location')}`));
      const checking = `303 /app/join${PATHS[journey]['payment/review']}`;
      expect([...locations].filter((one) => one !== checking)).toEqual([`303 /app/join${PATHS[journey].credentials}`]);
      expect(await findCharges(payer)).toHaveLength(1);
      expect((await payer.browser.open(PATHS[journey]['payment/review']!)).path).toBe(PATHS[journey].credentials);
    },
  );

  it.each(BOTH)(
    'finds the payment after a crash between the charge and the write of the session: %s',
    async (journey) => {
      const payer = await walkToReview(journey, { codes: [await shared.addCode(1000, 'USD')] });
      const { db } = payer.world.store;
      const before = await db.selectFrom('sessions').selectAll().execute();
      const press = pressOf(payer);
      expect((await payer.browser.send(...press)).status).toBe(303);
      for (const { id, ...row } of before) await db.updateTable('sessions').set(row).where('id', '=', id).execute();
      const again = await payer.browser.send(...press);
      expect([again.status, again.headers.get('location')]).toEqual([303, `/app/join${PATHS[journey].credentials}`]);
      expect(await findCharges(payer)).toHaveLength(1);
    },
  );

  it('charges nothing after another buyer spent the code, and shows the remaining codes', async () => {
    const code = await shared.addCode(1000, 'USD');
    const payer = await walkToReview('parent', { codes: [code] });
    await shared.spendCode(code);
    await expectRefused(payer, await payer.browser.press('Pay now'), [
      CHANGED,
      'No activation code counts for this order now.',
      'The tax is now $14.85.',
      'The total is now $230.85.',
    ]);
    await expectPays(payer);
  });
});

describe.each(['PayPal', 'Venmo'])('an approval of %s and a card in another tab', (wallet) => {
  /** Approves a wallet payment. @returns the return URL, which the browser has not opened yet */
  async function approve() {
    const payer = await openMethod('parent');
    const { browser } = payer;
    await browser.post('/payment/method', { intent: wallet.toLowerCase() });
    const { action, body } = browser.page.submission(browser.page.button('Approve'));
    const answer = await browser.send('POST', action, body.toString());
    const { pathname, search } = new URL(answer.headers.get('location')!, browser.origin);
    return { payer, back: pathname + search };
  }

  /** Returns the payment type of each charge. */
  const paidWith = async ({ email, world }: Payer) =>
    (await world.findPaid(email))?.charges.map(({ paymentType }) => paymentType) ?? [];

  async function approveBesideCard() {
    const { payer, back } = await approve();
    const tab = await openTab(payer, 'payment/method');
    await enterCard(tab, 'approved');
    expect(tab.page.figure('Payment')).toBe('Visa ending in 1111');
    return { payer, back, tab };
  }

  it('does not replace a card chosen later, and explains why', async () => {
    const { payer, back, tab } = await approveBesideCard();
    const page = await payer.browser.open(back);
    expect([page.path, page.text('.notice')]).toEqual([
      '/payment/method',
      expect.stringMatching(`from ${wallet}: .*you have chosen another payment method since. Nothing was charged`),
    ]);
    expect((await tab.press('Pay now')).path).toBe('/credentials');
    expect(await paidWith(payer)).toEqual(['creditCard']);
  });

  it('pays from an older page, which suggests the name on the card', async () => {
    const { payer, back } = await approve();
    const older = await openTab(payer, 'payment/method');
    expect(older.page.values.cardHolderName).toBe("Ann O'Neil");
    await payer.browser.open(back);
    await older.press('Continue');
    expect([older.page.errors, older.page.figure('Payment')]).toEqual([[], expect.stringContaining(wallet)]);
    await older.press('Pay now');
    expect(await paidWith(payer)).toEqual([wallet.toLowerCase()]);
  });

  it('changes nothing once the card has paid, and redirects to the credentials with the paid amount', async () => {
    const { payer, back, tab } = await approveBesideCard();
    await tab.press('Pay now');
    for (const time of ['first', 'second']) {
      const page = await payer.browser.open(back);
      expect([page.path, page.text('main')], time).toEqual(['/credentials', expect.stringContaining('$230.85')]);
    }
    expect(await paidWith(payer)).toEqual(['creditCard']);
  });

  it('charges only the card if the browser returns during the press of Pay now', async () => {
    const { payer, back, tab } = await approveBesideCard();
    const [, pressed] = await Promise.all([payer.browser.open(back), tab.press('Pay now')]);
    expect(pressed.path).toBe('/credentials');
    expect(await paidWith(payer)).toEqual(['creditCard']);
  });

  it('is replaced by a later card, and its older review charges nothing', async () => {
    const { payer, back } = await approve();
    const tab = await openTab(payer, 'payment/method');
    expect((await payer.browser.open(back)).figure('Payment')).toContain(wallet);
    await enterCard(tab, 'approved');
    const page = await payer.browser.press('Pay now');
    await expectRefused(payer, page, [CHANGED, 'The payment method is now: Visa ending in 1111.']);
    await expectPays(payer);
    expect(await paidWith(payer)).toEqual(['creditCard']);
  });
});

it('takes a payment from before midnight, and renews on the day of the payment', async () => {
  const { browser, pass } = await serveSite();
  const timeZone = 'America/Chicago';
  const midnight = laterDay(new Date(), { days: 1 }, timeZone);
  pass(midnight.getTime() - Date.now() - msAfterMidnight(midnight, timeZone) - 5 * MINUTE_MS);
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/review', answers);
  const shown = renewalDay(browser.page);
  pass(10 * MINUTE_MS);
  await submitStep(browser, 'payment/review', answers);
  await submitStep(browser, 'credentials', answers);
  expect(renewalDay(await browser.waitForRefresh()) - shown).toBe(24 * 60 * MINUTE_MS);
});

function msAfterMidnight(time: Date, timeZone: string): number {
  const [hours, minutes, seconds] = time.toLocaleTimeString('en-GB', { timeZone }).split(':').map(Number);
  return ((hours! * 60 + minutes!) * 60 + seconds!) * 1000;
}

function renewalDay(page: Page): number {
  return Date.parse(`${/[Oo]n (\w+ \d+, \d{4}) you are billed/.exec(page.text('main'))?.[1]} UTC`);
}
