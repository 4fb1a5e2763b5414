import { describe, expect, it } from 'vitest';
import { CARDS, parentOfMinnesota } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import type { Page } from '~tests/browser/plain-page';
import { useSharedServer } from '~tests/servers/use-shared-server';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const server = useSharedServer();

function parentWith(card: keyof typeof CARDS) {
  const answers = parentOfMinnesota();
  Object.assign(answers['payment/method'], CARDS[card]);
  return answers;
}

async function pressOn(browser: PlainBrowser, path: string, button: string): Promise<void> {
  await browser.open(path);
  await browser.press(button);
}

describe('an accepted card', () => {
  it.each(['approved', 'approvedMastercard', 'approvedAmex'] as const)('pays with %s', async (card) => {
    const browser = server.openBrowser();
    const answers = parentWith(card);
    await walkTo(browser, 'payment/review', answers);
    expect((await submitStep(browser, 'payment/review', answers)).path).toBe('/credentials');
  });

  it('shows its last digits, and never its number and code', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/review', parentOfMinnesota());
    const page = await browser.follow('Change', 3);
    expect(page.path).toBe('/payment/method');
    expect(page.text('.notice')).toContain('ending in 1111');
    expect(page.values).toMatchObject({ cardHolderName: "Ann O'Neil", cardNumber: '', cardCvv: '' });
    expect((await browser.press('Continue')).path).toBe('/payment/review');
  });
});

describe('a declined card', () => {
  it.each(['declined', 'fraud'] as const)('shows a decline, and then accepts another card: %s', async (card) => {
    const browser = server.openBrowser();
    const answers = parentWith(card);
    await walkTo(browser, 'payment/review', answers);
    const refused = await submitStep(browser, 'payment/review', answers);
    expect([refused.path, refused.errors]).toEqual(['/payment/method', ['Payment method declined']]);
    expect(refused.title).toMatch(/^Error: /);
    expect(refused.text('.error-summary')).toContain('Nothing was charged.');
    expect((await browser.open('/payment/review')).path).toBe('/payment/method');
    expect((await browser.open('/payment/billing')).values.billingAddress).toBe('12 Elm Street');

    await browser.open('/payment/method');
    browser.fill({ ...answers['payment/method'], ...CARDS.approvedMastercard });
    expect((await browser.press('Continue')).figure('Payment')).toContain('4444');
    expect((await browser.press('Pay now')).path).toBe('/credentials');
  });

  it.each<[change: string, make: (browser: PlainBrowser) => Promise<unknown>]>([
    [
      'a code has left nothing to pay',
      (browser) => {
        browser.fill({ subscriptionCode: 'PREPAID-FULL' });
        return browser.press('Apply');
      },
    ],
    ['the billing address was sent again', (browser) => pressOn(browser, '/payment/billing', 'Continue')],
    [
      'a package was chosen again',
      async (browser) => {
        await pressOn(browser, '/step3', 'Continue');
        await browser.open('/payment/method');
      },
    ],
    [
      'PayPal was cancelled',
      async (browser) => {
        await browser.press('PayPal');
        await browser.press('Cancel');
      },
    ],
  ])('is shown until %s', async (_change, make) => {
    const browser = server.openBrowser();
    const answers = { ...parentWith('declined'), step3: { packageId: '2011' } };
    await walkTo(browser, 'payment/review', answers);
    await submitStep(browser, 'payment/review', answers);
    expect((await browser.reload()).errors).toEqual(['Payment method declined']);
    await make(browser);
    for (const page of [browser.page, await browser.reload()])
      expect([page.path, page.errors, page.title]).toEqual(['/payment/method', [], 'Payment – Evenkeel']);
  });

  it('lets an older review say that it charged nothing once a code has made the order free', async () => {
    const browser = server.openBrowser();
    const answers = { ...parentWith('declined'), step3: { packageId: '2011' } };
    await walkTo(browser, 'payment/review', answers);
    const older = server.openBrowser();
    older.jar = browser.jar;
    await older.open('/payment/review');
    await submitStep(browser, 'payment/review', answers);
    browser.fill({ subscriptionCode: 'PREPAID-FULL' });
    await browser.press('Apply');
    const page = await older.press('Pay now');
    expect([page.path, page.text('.notice')]).toEqual([
      '/payment/method',
      expect.stringContaining('Nothing was charged'),
    ]);
  });

  it('is listed as declined next to the settled payment', async () => {
    const browser = server.openBrowser();
    const answers = parentWith('declined');
    await walkTo(browser, 'payment/review', answers);
    await submitStep(browser, 'payment/review', answers);
    browser.fill({ ...answers['payment/method'], ...CARDS.approved });
    await browser.press('Continue');
    await browser.press('Pay now');
    const [last, first] = (await browser.open('/demo')).texts('[data-payment]');
    expect(first).toMatch(/declined$/);
    expect(last).toMatch(/-2 \$179\.55 settled$/);
  });

  it('keeps its message in another language', async () => {
    const browser = server.openBrowser();
    const answers = parentWith('declined');
    await walkTo(browser, 'payment/review', answers);
    await submitStep(browser, 'payment/review', answers);
    expect((await browser.press('English (UK)')).errors).toEqual(['Payment method declined']);
  });
});

it('folds the fields below a kept card until another one is typed', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/review', answers);
  const folded = (page: Page) => page.$('details:not([open]) #answers-cardNumber').length;
  expect(folded(await browser.open('/payment/method'))).toBe(1);
  browser.fill({ ...answers['payment/method'], cardNumber: '4111111111111112' });
  expect(folded(await browser.press('Continue'))).toBe(0);
  // A language switch keeps what was typed as a draft.
  expect(folded(await browser.press('English (UK)'))).toBe(0);
  browser.fill(CARDS.declined);
  expect((await browser.press('Continue')).path).toBe('/payment/review');
  expect(folded(await browser.open('/payment/method'))).toBe(1);
});

it.each(['Apply', 'Update'])('asks for another card again that was typed before %s', async (button) => {
  const browser = server.openBrowser();
  await walkTo(browser, 'payment/review', parentOfMinnesota());
  await browser.open('/payment/method');
  browser.fill({ ...CARDS.approvedMastercard, subscriptionCode: button === 'Apply' ? 'PREPAID-40' : '' });
  const page = await browser.press(button);
  expect(page.text('main .notice')).toContain('Please type these again, as we never send them back: Card number');
  expect([page.status, page.errors, page.values.cardNumber]).toEqual([200, [], '']);
});

it('does not ask for a card again if the applied code pays for everything', async () => {
  const browser = server.openBrowser();
  await walkTo(browser, 'payment/method', { ...parentOfMinnesota(), step3: { packageId: '2011' } });
  browser.fill({ ...CARDS.approved, subscriptionCode: 'PREPAID-FULL' });
  expect((await browser.press('Apply')).text('main')).not.toContain('type these again');
});

describe('an invalid card', () => {
  const wrong: [typed: Record<string, string>, field: string, message: string][] = [
    [CARDS.unknown, 'cardNumber', 'Invalid card number'],
    [{ cardNumber: '4111111111111112' }, 'cardNumber', 'Enter a valid credit card number'],
    [{ cardNumber: '' }, 'cardNumber', 'Enter your card number'],
    [{ cardExpiration: '13/30' }, 'cardExpiration', 'Enter a valid expiration date'],
    [{ cardExpiration: '01/20' }, 'cardExpiration', 'Enter a valid expiration date'],
    [{ cardCvv: '12' }, 'cardCvv', 'Enter a valid security code'],
    [{ cardHolderName: '' }, 'cardHolderName', 'Enter the name on your card'],
  ];

  it.each(wrong)('with %j shows at %s "%s"', async (typed, field, message) => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/method', answers);
    browser.fill({ ...answers['payment/method'], ...typed });
    const page = await browser.press('Continue');
    expect([page.status, page.errorOf(field)]).toEqual([422, message]);
    expect(page.values).toMatchObject({ cardNumber: '', cardCvv: '' });
    expect(page.errors).toHaveLength(1);
    // Marks what was typed and is not sent back, unless the provider has judged it: then nothing remembers what was typed.
    for (const secret of ['cardNumber', 'cardCvv']) {
      const again = secret === field || typed === CARDS.unknown ? '' : 'Type this again.';
      expect(page.text(`#answers-${secret}-hint`), secret).toBe(again);
    }
  });
});
