import { describe, expect, it } from 'vitest';
import { PARENT_STEPS, parentOfLondon, parentOfMinnesota } from '~tests/answers/parent-answers';
import type { Page } from '~tests/browser/plain-page';
import { serveSite } from '~tests/servers/site';
import { useSharedServer } from '~tests/servers/use-shared-server';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const server = useSharedServer();

function answersWithOwnPackage() {
  return { ...parentOfMinnesota(), step3: { packageId: '2041' } };
}

const idsOn = (page: Page) =>
  page
    .$('input[name=packageId]')
    .toArray()
    .map(({ attribs }) => attribs.value);

describe('the available packages', () => {
  it.each([
    ['+1', 'P3', ['2011', '2021', '2031', '2041', '2012', '2022', '2032']],
    ['+44', 'P2', ['2061', '2063']],
    ['+49', 'P1', ['2011', '2021', '2031', '2012', '2022', '2032']],
  ])('for a phone with %s are those of pricing group %s', async (countryCode, _group, packages) => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    Object.assign(answers.step1, { countryCode, phoneNumber: '8765432100' });
    const page = await walkTo(browser, 'step3', answers);
    expect(new Set(idsOn(page))).toEqual(new Set(packages));
  });

  it('are ordered by term, then by price, with build-your-own last', async () => {
    const page = await walkTo(server.openBrowser(), 'step3', parentOfMinnesota());
    expect(idsOn(page)).toEqual(['2011', '2021', '2031', '2012', '2022', '2032', '2041']);
    expect(page.texts('.packages h2')).toEqual(['1 year', '2 years']);
    const cards = page.texts('.package label').map((text) => text.trim());
    expect(cards[1]).toBe('Plus $168.00 a year');
    expect(cards[4]).toBe('Plus $150.00 a year $300.00 for two years Save $36.00');
    expect(cards[6]).toBe('Build your own from $96.00 a year from $87.00 a year $174.00 for two years Save $18.00');
  });

  it('list only the features that a smaller package of the same term lacks', async () => {
    const page = await walkTo(server.openBrowser(), 'step3', parentOfMinnesota());
    const features = page.texts('.package-features').map((text) => text.replaceAll(/\s+/g, ' ').trim());
    expect(features[0]).toMatch(/^Shared family calendar/);
    expect(features[1]).toBe('Everything in Essentials, and:ToneMeter for calmer messagesPayments between parents');
    expect(features[2]).toBe('Everything in Plus, and:No limit on payments5 GB of file storage');
    expect(features[6]).not.toContain('Everything in');
  });

  it('have a switch for the term, whose posted value is ignored', async () => {
    const browser = server.openBrowser();
    const page = await walkTo(browser, 'step3', parentOfMinnesota());
    expect(page.$('main [name=term]')).toHaveLength(2);
    // The switch is inside the form, so Enter submits it.
    expect(page.$('form#answers [name=term]:not([form])')).toHaveLength(2);
    expect(page.$('[name=term][checked]').attr('value')).toBe('1');
    browser.fill({ packageId: '2032' });
    await browser.press('Continue');
    const again = await browser.open('/step3');
    expect([again.$('[name=term][checked]').attr('value'), again.values.packageId]).toEqual(['2', '2032']);
  });

  it('require a choice', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'step3', parentOfMinnesota());
    const page = await browser.press('Continue');
    expect([page.status, page.errorOf('packageId')]).toEqual([422, 'Choose a package']);
    // The error is above the cards of both terms, and describes them once.
    for (const [term, first] of [
      ['.one-year', '2011'],
      ['.two-years', '2012'],
    ] as const) {
      expect(page.$(`.packages > ${term} > .hint + .field-error + .package [value=${first}]`)).toHaveLength(1);
    }
    const described = page.$('fieldset.packages').attr('aria-describedby');
    expect(page.$(`.one-year > [id="${described}"]`).text()).toBe('Choose a package');
  });
});

describe('a build-your-own package', () => {
  it('costs $234.00 for two years with the tone meter and unlimited payments, before tax', async () => {
    const browser = server.openBrowser();
    const answers = answersWithOwnPackage();
    const billing = await walkTo(browser, 'payment/billing', answers, PARENT_STEPS);
    expect(billing.text('.order-summary summary strong')).toBe('$234.00');
    await submitStep(browser, 'payment/billing', answers);
    const review = await submitStep(browser, 'payment/method', answers);
    expect(review.texts('.figures li')).toEqual([
      'File storage, 1 GB',
      'ToneMeter for you',
      'Unlimited payments',
      'Basic calls',
    ]);
    expect([review.figure('Build your own'), review.figure('Tax'), review.figure('Total')]).toEqual([
      '$234.00',
      '$16.09',
      '$250.09',
    ]);
    await submitStep(browser, 'payment/review', answers);
    await submitStep(browser, 'credentials', answers);
    const receipt = await browser.waitForRefresh();
    expect([receipt.heading, receipt.figure('Amount paid')]).toEqual(['Account activated!', '$250.09']);
    expect(receipt.text('main')).toMatch(/two years|2 years/);
  });

  it('shows its price, and the new price after Update, without errors', async () => {
    const browser = server.openBrowser();
    const page = await walkTo(browser, 'alacarte', answersWithOwnPackage(), PARENT_STEPS);
    expect(page.text('.own-price [role=status]')).toBe('Your price: $96.00 1 year');
    browser.fill({ subscription: 'SUB2YEAR', tonemeter: ['TONEMETER'], unlimitedPayments: true });
    const updated = await browser.press('Update');
    expect([updated.status, updated.text('.own-price [role=status]')]).toEqual([200, 'Your price: $234.00 2 years']);
    expect(updated.$('.own-price [role=status]').attr('autofocus')).toBeDefined();
    expect(updated.values).toMatchObject({ subscription: 'SUB2YEAR', tonemeter: 'TONEMETER', unlimitedPayments: 'on' });
    const inSpanish = await browser.press('Español');
    expect(inSpanish.text('.own-price [role=status]')).toBe('Su precio: $234.00 2 años');
    expect(inSpanish.text('main')).toContain('Los montos están en dólares estadounidenses (USD).');
    expect((await browser.press('Continuar')).path).toBe('/payment/billing');
  });

  it('shows the price with an offer from the first choice to the payment view', async () => {
    const browser = server.openBrowser();
    const answers = answersWithOwnPackage();
    await browser.open('/signup?ado=true&jek=spring&pv=MjA=');
    const page = await walkTo(browser, 'alacarte', answers, PARENT_STEPS);
    expect(page.text('.offer')).toBe('Your offer: 20% off the first payment. The prices below include it.');
    expect(page.text('.own-price [role=status]')).toBe('Your price: $76.80 first year, then $96.00');
    expect(page.texts('.price:has(s)')).toEqual([
      'instead of $96.00 $76.80',
      'instead of $174.00 $139.20',
      'instead of $18.00 $14.40 a year',
      'instead of $12.00 $9.60 a year',
      'instead of $12.00 $9.60 a year',
    ]);
    const billing = await submitStep(browser, 'alacarte', answers);
    expect([billing.figure('Offer, 20% off'), billing.figure('Total before tax')]).toEqual(['−$46.80', '$187.20']);
    expect(billing.text('.order-summary summary')).toContain('$187.20 + tax');
    const payment = await submitStep(browser, 'payment/billing', answers);
    expect(payment.figure('Offer, 20% off')).toBe('−$46.80');
    expect([payment.figure('Tax'), payment.figure('Total')]).toEqual(['$12.87', '$200.07']);
  });

  it('must be built again after a choice of another package', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/billing', answersWithOwnPackage(), PARENT_STEPS);
    for (const packageId of ['2011', '2041']) {
      await browser.open('/step3');
      browser.fill({ packageId });
      await browser.press('Continue');
    }
    expect(browser.page.path).toBe('/alacarte');
  });

  it('keeps its options when the same package is chosen again', async () => {
    const browser = server.openBrowser();
    const answers = answersWithOwnPackage();
    await walkTo(browser, 'payment/billing', answers, PARENT_STEPS);
    await browser.press('Back');
    const page = await browser.press('Continue');
    expect(page.path).toBe('/alacarte');
    expect(page.values).toMatchObject({ subscription: 'SUB2YEAR', tonemeter: 'TONEMETER', unlimitedPayments: 'on' });
    expect(page.text('.own-price [role=status]')).toBe('Your price: $234.00 2 years');
  });
});

it.each([
  ['+1', '6125550100', 'Subscriptions start at $96.00 for 1 year.'],
  ['+44', '2079460958', 'Subscriptions start at £119.88 for 1 year.'],
  ['+52', '55 5123 4567', 'Subscriptions start at $120.00 for 1 year.'],
])(
  'shows a parent with a phone of %s the lowest price before the children’s names',
  async (countryCode, phoneNumber, text) => {
    const answers = parentOfMinnesota();
    Object.assign(answers.step1, { countryCode, phoneNumber });
    const step2 = await walkTo(server.openBrowser(), 'step2', answers);
    expect(step2.text('.price-from')).toContain(text);
  },
);

it('asks for no choice once no package is available', async () => {
  let isEmpty = false;
  const { browser } = await serveSite({
    trouble: ({ packages }) => ({
      packages: { list: (...call) => (isEmpty ? Promise.resolve([]) : packages.list(...call)) },
    }),
  });
  await walkTo(browser, 'step3', parentOfMinnesota());
  expect((await browser.press('Continue')).texts('.error-summary a[href="#answers-packageId"]')).toHaveLength(1);
  isEmpty = true;
  const page = await browser.press('Continue');
  expect([page.path, page.status, page.errors, page.texts('.field-error')]).toEqual(['/step3', 200, [], []]);
  expect(page.text('.notice')).toContain('No packages are on offer just now.');
});

it('names US dollars for visitors whose country has another dollar or peso', async () => {
  const mexican = { ...parentOfMinnesota() };
  mexican.step1 = { ...mexican.step1, countryCode: '+52', phoneNumber: '55 5123 4567' };
  const inMexico = await walkTo(server.openBrowser(), 'step3', mexican);
  expect(inMexico.text('main')).toContain('Amounts are in US dollars (USD).');
  const browser = server.openBrowser();
  const atHome = await walkTo(browser, 'step3', parentOfMinnesota());
  expect(atHome.text('main')).not.toContain('US dollars');
  expect((await browser.press('Español')).text('main')).toContain('Los montos están en dólares estadounidenses (USD).');
});

describe('an order in the United Kingdom', () => {
  it('includes VAT also if the backend does not return the amount', async () => {
    const { browser } = await serveSite({
      trouble: ({ packages }) => ({
        packages: {
          list: async (input) =>
            (await packages.list(input)).map((one) => ({ ...one, vatAmount: null, vatAmountFormatted: null })),
        },
      }),
    });
    const answers = parentOfLondon();
    const step3 = await walkTo(browser, 'step3', answers);
    expect(step3.text('main')).toContain('For one parent, billed every year.');
    expect(step3.text('main')).not.toContain('before tax');
    const billing = await submitStep(browser, 'step3', answers);
    expect(billing.text('.order-summary')).not.toContain('tax');
    await submitStep(browser, 'payment/billing', answers);
    const review = await submitStep(browser, 'payment/method', answers);
    expect([review.figure('VAT included'), review.figure('Total')]).toEqual(['£19.98', '£119.88']);
  });

  it('is paid in pounds, includes VAT, and requires consent', async () => {
    const browser = server.openBrowser();
    const answers = parentOfLondon();
    const step3 = await walkTo(browser, 'step3', answers);
    expect(step3.texts('.package-term')).toContain('Includes £19.98 VAT');
    expect(step3.$('[name=packageId]').length).toBe(2);
    expect(step3.$('[name=term]').length).toBe(0);
    expect(step3.text('main')).not.toMatch(/[$]|\bTax\b|US dollars/);
    for (const step of ['step3', 'payment/billing', 'payment/method'] as const)
      await submitStep(browser, step, answers);
    expect([browser.page.figure('VAT included'), browser.page.figure('Total')]).toEqual(['£19.98', '£119.88']);

    const refused = await browser.press('Pay now');
    expect([refused.status, refused.errorOf('termsAndConditions')]).toEqual([
      422,
      'To continue, agree to the Terms & Conditions and the Privacy Policy',
    ]);
    expect(refused.values.marketingOptIn).toBeUndefined();

    await submitStep(browser, 'payment/review', answers);
    await submitStep(browser, 'credentials', answers);
    const receipt = await browser.waitForRefresh();
    expect([receipt.heading, receipt.figure('Amount paid')]).toEqual(['Account activated!', '£119.88']);
  });

  it('requires no consent in the United States', async () => {
    const page = await walkTo(server.openBrowser(), 'payment/review', parentOfMinnesota());
    expect(page.$('[name=termsAndConditions], [name=marketingOptIn]')).toHaveLength(0);
  });

  it('shows the support phone of the billing country', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/method', parentOfLondon());
    await browser.open('/nowhere');
    expect(browser.page.text('.support')).toContain('0808 157 0192');
  });

  it('does not accept American Express', async () => {
    const browser = server.openBrowser();
    const answers = parentOfLondon();
    await walkTo(browser, 'payment/method', answers);
    browser.fill({ ...answers['payment/method'], cardNumber: '378282246310005', cardCvv: '1234' });
    const page = await browser.press('Continue');
    expect(page.errorOf('cardNumber')).toBe('Cards of this brand cannot be used here. Enter another card.');
  });
});
