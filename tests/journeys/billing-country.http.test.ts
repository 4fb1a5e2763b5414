import { describe, expect, it } from 'vitest';
import { parentOfLondon, parentOfMinnesota, type ParentAnswers } from '~tests/answers/parent-answers';
import { useSharedServer } from '~tests/servers/use-shared-server';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const server = useSharedServer();

const US_PHONE = { countryCode: '+1', phoneNumber: '6125550100' };
const UK_PHONE = { countryCode: '+44', phoneNumber: '2079460958' };
const MX_PHONE = { countryCode: '+52', phoneNumber: '5512345678' };
const DE_PHONE = { countryCode: '+49', phoneNumber: '3012345678' };

const TEXAS = {
  city: 'Austin',
  country: 'US',
  region: 'TX',
  postalCode: '73301',
  timezone: 'America/Chicago',
};
const LONDON = parentOfLondon()['payment/billing'];
const BERLIN = { city: 'Berlin', country: 'DE', region: '', postalCode: '10115', timezone: 'Europe/Berlin' };

interface Buyer {
  phone: typeof US_PHONE;
  address: object;
  /** The package chosen for the phone, and the one chosen after the dialog, if it opens. */
  packages: [string, string?];
  figures: { tax?: string; total: string };
}

const BUYERS: Record<string, Buyer> = {
  'an American phone with a British address': {
    phone: US_PHONE,
    address: { region: '', ...LONDON },
    packages: ['2021', '2061'],
    figures: { total: '£119.88' },
  },
  'a British phone with a Texan address': {
    phone: UK_PHONE,
    address: TEXAS,
    packages: ['2061', '2021'],
    figures: { tax: '$13.86', total: '$181.86' },
  },
  'a Mexican phone with a Texan address': {
    phone: MX_PHONE,
    address: TEXAS,
    packages: ['2021'],
    figures: { tax: '$13.86', total: '$181.86' },
  },
  'an American phone with a German address': {
    phone: US_PHONE,
    address: BERLIN,
    packages: ['2021'],
    figures: { tax: '$0.00', total: '$168.00' },
  },
  'a German phone with a German address': {
    phone: DE_PHONE,
    address: BERLIN,
    packages: ['2021'],
    figures: { tax: '$0.00', total: '$168.00' },
  },
};

/** The co-parent has only a phone, so step 2 compares both phones. */
const BY_PHONE = { knowsCoParentEmail: 'no', email: '', countryCode: '+1', phoneNumber: '6125550199' };

const answersOf = ({ phone, address, packages: [packageId] }: Buyer): ParentAnswers => {
  const answers = parentOfMinnesota();
  return {
    ...answers,
    step1: { ...answers.step1, ...phone },
    step2: { ...answers.step2, ...BY_PHONE },
    step3: { packageId },
    'payment/billing': { ...answers['payment/billing'], ...address },
    'payment/review': 'country' in address && address.country === 'US' ? {} : { termsAndConditions: true },
  };
};

/** Fills in the billing form, whose lists depend on the country. */
async function bill(browser: ReturnType<typeof server.openBrowser>, answers: ParentAnswers) {
  browser.fill({ country: answers['payment/billing'].country! });
  await browser.press('Update');
  const { region, ...rest } = answers['payment/billing'];
  if (region) {
    browser.fill({ region });
    await browser.press('Update');
  }
  browser.fill(rest);
  return browser.press('Continue');
}

it.each(Object.entries(BUYERS))('sells a local package for %s, with at most one dialog', async (_who, buyer) => {
  const browser = server.openBrowser();
  const answers = answersOf(buyer);
  await walkTo(browser, 'payment/billing', answers);
  await bill(browser, answers);
  const [, packageElsewhere] = buyer.packages;
  if (packageElsewhere) {
    expect(browser.page.text('dialog[open]')).toContain('is not sold there');
    const packages = await browser.press('OK');
    expect(packages.text('.notice')).toContain('These are the packages that are');
    browser.fill({ packageId: packageElsewhere });
    // Billing was stored, so it is not shown again.
    expect((await browser.press('Continue')).path).toBe('/payment/method');
  }
  const review = await submitStep(browser, 'payment/method', answers);
  expect(review.path).toBe('/payment/review');
  if (buyer.figures.tax) expect(review.figure('Tax')).toBe(buyer.figures.tax);
  expect(review.figure('Total')).toBe(buyer.figures.total);
  expect((await submitStep(browser, 'payment/review', answers)).path).toBe('/credentials');
});

describe('a changed billing country', () => {
  it('shows pounds for an address in Leeds, even with an American phone', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/billing', answers);
    const leeds = { ...LONDON, region: '', city: 'Leeds', postalCode: 'LS1 1UR' };
    await bill(browser, { ...answers, 'payment/billing': leeds });
    // The dialog names the phone, for which the package was available.
    expect(browser.page.text('dialog[open] p')).toContain(
      'is in the United Kingdom, and the package Plus for $168.00, which was offered for the phone number +1 612 555 0100, is not',
    );
    const packages = await browser.press('OK');
    expect(packages.text('main')).not.toContain('$');
    browser.fill({ packageId: '2063' });
    await browser.press('Continue');
    expect(browser.page.path).toBe('/payment/method');
    // By now the dialog names the British address.
    await browser.open('/payment/billing');
    await bill(browser, { ...answers, 'payment/billing': TEXAS });
    expect(browser.page.text('dialog[open] p')).toMatch(
      /^Your billing address is in the United States, and the package .+ for £[\d.]+, which was offered for an address in the United Kingdom, /,
    );
  });
});

it('lists the packages of the billing country on a second visit', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/billing', answers);
  await bill(browser, { ...answers, 'payment/billing': { ...answers['payment/billing'], ...BERLIN } });
  expect(browser.page.path).toBe('/payment/method');
  const packages = await browser.open('/step3');
  expect(packages.values.packageId).toBe('2021');
  expect(() => browser.fill({ packageId: '2041' })).toThrow();
});

it.each([
  ['+52', 'MX'],
  ['+61', 'AU'],
  ['+353', 'IE'],
  ['+64', 'NZ'],
  ['+1', 'US'],
])('preselects the country of %s on billing', async (countryCode, country) => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/billing', { ...answers, step1: { ...answers.step1, countryCode } });
  expect(browser.page.values.country).toBe(country);
});
