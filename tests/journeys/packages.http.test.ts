import { describe, expect, it } from 'vitest';
import { PARENT_STEPS, parentOfLondon, parentOfMinnesota } from '~tests/answers/parent-answers';
import { useServer } from '~tests/servers/use-server';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const server = useServer();

function builder() {
  return { ...parentOfMinnesota(), step3: { packageId: '2041' } };
}

describe('what is on offer', () => {
  it.each([
    ['+1', 'P3', ['2011', '2021', '2031', '2041', '2012', '2022', '2032']],
    ['+44', 'P2', ['2061', '2063']],
    ['+49', 'P1', ['2011', '2021', '2031', '2012', '2022', '2032']],
  ])('to a phone of %s is that of %s', async (countryCode, _group, packages) => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    Object.assign(answers.step1, { countryCode, phoneNumber: '8765432100' });
    const page = await walkTo(browser, 'step3', answers);
    const offered = page
      .$('input[name=packageId]')
      .toArray()
      .map(({ attribs }) => attribs.value);
    expect(new Set(offered)).toEqual(new Set(packages));
  });

  it('stands in the order of its price', async () => {
    const page = await walkTo(server.openBrowser(), 'step3', parentOfMinnesota());
    const prices = page.texts('.package-price').map((text) => Number(/\$([\d.]+)/.exec(text)?.[1]));
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    expect(prices.length).toBe(7);
  });

  it('has to be chosen', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'step3', parentOfMinnesota());
    const page = await browser.press('Continue');
    expect([page.status, page.errorOf('packageId')]).toEqual([422, 'This field is required']);
  });
});

describe('a package of one’s own', () => {
  it('costs $234.00 for two years with the tone meter and unlimited payments, before tax', async () => {
    const browser = server.openBrowser();
    const answers = builder();
    const billing = await walkTo(browser, 'payment/billing', answers, PARENT_STEPS);
    expect(billing.text('.order-summary summary strong')).toBe('$234.00');
    await submitStep(browser, 'payment/billing', answers);
    const review = await submitStep(browser, 'payment/method', answers);
    expect(review.texts('.figures li')).toEqual(['ToneMeter for you', 'Unlimited payments', 'Basic calls']);
    expect([review.figure('Build your own'), review.figure('Tax'), review.figure('Total')]).toEqual([
      '$234.00',
      '$16.09',
      '$250.09',
    ]);
    await submitStep(browser, 'payment/review', answers);
    await submitStep(browser, 'credentials', answers);
    const receipt = await browser.waitForRefresh();
    expect([receipt.heading, receipt.figure('Amount paid')]).toEqual(['Account activated!', '$250.09']);
    expect(receipt.text('.renewal')).toContain('renews every two years');
  });

  it('is built again when another package was taken in between', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/billing', builder(), PARENT_STEPS);
    for (const packageId of ['2011', '2041']) {
      await browser.open('/step3');
      browser.fill({ packageId });
      await browser.press('Continue');
    }
    expect(browser.page.path).toBe('/alacarte');
  });

  it('keeps its options when the same package is chosen again', async () => {
    const browser = server.openBrowser();
    const answers = builder();
    await walkTo(browser, 'payment/billing', answers, PARENT_STEPS);
    await browser.press('Back');
    const page = await browser.press('Continue');
    expect([page.path, page.values]).toEqual([
      '/alacarte',
      { subscription: 'SUB2YEAR', tonemeter: 'TONEMETER', unlimitedPayments: 'on' },
    ]);
  });
});

it('dollars are named to who may take them for another country’s', async () => {
  const mexican = { ...parentOfMinnesota() };
  mexican.step1 = { ...mexican.step1, countryCode: '+52', phoneNumber: '55 5123 4567' };
  const inMexico = await walkTo(server.openBrowser(), 'step3', mexican);
  expect(inMexico.text('main')).toContain('Amounts are in US dollars (USD).');
  const browser = server.openBrowser();
  const atHome = await walkTo(browser, 'step3', parentOfMinnesota());
  expect(atHome.text('main')).not.toContain('US dollars');
  expect((await browser.press('Español')).text('main')).toContain('Los montos están en dólares estadounidenses (USD).');
});

describe('in the United Kingdom', () => {
  it('is paid in pounds, with the VAT inside and the consent given', async () => {
    const browser = server.openBrowser();
    const answers = parentOfLondon();
    const step3 = await walkTo(browser, 'step3', answers);
    expect(step3.texts('.package-term')).toContain('Includes £19.98 VAT');
    expect(step3.$('[name=packageId]').length).toBe(2);
    expect(step3.text('main')).not.toMatch(/[$]|\bTax\b|US dollars/);
    for (const step of ['step3', 'payment/billing', 'payment/method'] as const)
      await submitStep(browser, step, answers);
    expect([browser.page.figure('VAT included'), browser.page.figure('Total')]).toEqual(['£19.98', '£119.88']);

    const refused = await browser.press('Pay now');
    expect([refused.status, refused.errorOf('termsAndConditions')]).toEqual([422, 'This field is required']);
    expect(refused.values.marketingOptIn).toBeUndefined();

    await submitStep(browser, 'payment/review', answers);
    await submitStep(browser, 'credentials', answers);
    const receipt = await browser.waitForRefresh();
    expect([receipt.heading, receipt.figure('Amount paid')]).toEqual(['Account activated!', '£119.88']);
  });

  it('asks for no consent in the United States', async () => {
    const page = await walkTo(server.openBrowser(), 'payment/review', parentOfMinnesota());
    expect(page.$('[name=termsAndConditions], [name=marketingOptIn]')).toHaveLength(0);
  });

  it('shows the support phone of the billing country', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/method', parentOfLondon());
    await browser.open('/nowhere');
    expect(browser.page.text('.support')).toContain('0808 157 0192');
  });

  it('takes no American Express', async () => {
    const browser = server.openBrowser();
    const answers = parentOfLondon();
    await walkTo(browser, 'payment/method', answers);
    browser.fill({ ...answers['payment/method'], cardNumber: '378282246310005', cardCvv: '1234' });
    const page = await browser.press('Continue');
    expect(page.errorOf('cardNumber')).toBe('Cards of this brand cannot be used here. Enter another card.');
  });
});
