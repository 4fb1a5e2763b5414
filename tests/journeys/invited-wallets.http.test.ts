import { describe, expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfLondon } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { useSite } from '~tests/servers/site';
import { submitInvitedStep, walkInvitedTo } from '~tests/walks/walk-invited';

/** An invite can be paid once, so each paying journey has a separate server. */
const server = useSite();

async function openPayment(on: typeof server, answers = coParentOfMinnesota()): Promise<PlainBrowser> {
  const browser = on.openBrowser();
  await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
  await walkInvitedTo(browser, 'payment/method', answers);
  return browser;
}

describe('an invited co-parent at PayPal', () => {
  it('can cancel, returns to the invited checkout with typed values, and pays with a card', async () => {
    const answers = coParentOfMinnesota();
    const browser = await openPayment(server, answers);
    browser.fill({ cardHolderName: 'Ben' });
    await browser.press('PayPal');
    let page = await browser.press('Cancel');
    expect(browser.redirects[0]!.location).toMatch(/^\/app\/join\/invite\/payment\/paypal\/cancel\?state=/);
    expect([page.path, page.values.cardHolderName]).toEqual(['/invite/payment/method', 'Ben']);
    expect(page.text('.notice')).toContain('You left PayPal without approving.');
    page = await submitInvitedStep(browser, 'payment/method', answers);
    expect([page.path, page.figure('Payment')]).toEqual(['/invite/payment/review', 'Visa ending in 1111']);
  });

  it('sees a notice about a forged return, and stays in the invited checkout', async () => {
    const browser = await openPayment(server);
    for (const end of ['return', 'cancel']) {
      const page = await browser.open(`/invite/payment/paypal/${end}?state=forged&ba_token=forged`);
      expect(page.path).toBe('/invite/payment/method');
      expect(page.text('.notice')).toContain('We could not use the answer that came back from PayPal');
    }
    // An approval of one journey has no effect in the other.
    await browser.press('PayPal');
    const approval = browser.page.path;
    const page = await browser.open(`/payment/paypal/return?${approval.split('?')[1]}`);
    expect(page.text('main')).not.toContain('Change');
  });

  describe('paying by card meanwhile', () => {
    const own = useSite();

    it('sees on the credentials page that PayPal was not charged', async () => {
      const answers = coParentOfMinnesota();
      const browser = await openPayment(own, answers);
      await browser.press('PayPal');
      const { action, body } = browser.page.submission(browser.page.button('Approve'));
      const back = (await browser.send('POST', action, body.toString())).headers.get('location')!;
      await browser.open('/invite/payment/method');
      await submitInvitedStep(browser, 'payment/method', answers);
      await submitInvitedStep(browser, 'payment/review', answers);
      const { pathname, search } = new URL(back, own.running.url);
      const page = await browser.open(pathname + search);
      expect([page.path, page.text('.notice.warning')]).toEqual([
        '/invite/credentials',
        expect.stringContaining('PayPal was not charged.'),
      ]);
    });
  });

  describe('with an activation code', () => {
    const own = useSite();

    it('pays the rest with PayPal, and sees PayPal on the receipt', async () => {
      const answers = coParentOfMinnesota();
      const browser = await openPayment(own, answers);
      browser.fill({ subscriptionCode: ' prepaid-40 ' });
      let page = await browser.press('Apply');
      expect([page.path, page.figure('Total'), page.$('[name=isPayingForCoparent]').length]).toEqual([
        '/invite/payment/method',
        '$136.80',
        0,
      ]);
      expect((await browser.press('PayPal')).text('main')).toContain('$136.80');
      page = await browser.press('Approve');
      expect(browser.redirects.map(({ status }) => status)).toEqual([303, 303]);
      expect([page.path, page.figure('Payment'), page.figure('Total')]).toEqual([
        '/invite/payment/review',
        'PayPal, buyer@paypal.example',
        '$136.80',
      ]);
      expect(page.text('.renewal')).toContain('$179.55');
      page = await browser.follow('Change', 3);
      expect(page.text('.notice')).toContain('Your PayPal payment has already been authorized.');
      await browser.press('Continue');
      page = await submitInvitedStep(browser, 'payment/review', answers);
      expect(page.path).toBe('/invite/credentials');
      await submitInvitedStep(browser, 'credentials', answers);
      page = await browser.waitForRefresh();
      expect([page.figure('Paid with'), page.figure('Amount paid')]).toEqual(['PayPal', '$136.80']);
      expect((await browser.open('/demo')).texts('[data-payment]')[0]).toMatch(/\$136\.80 settled$/);
    });
  });

  describe('with a code for the full price', () => {
    const own = useSite();

    it('needs no payment method, and sees the full price of the renewal', async () => {
      const answers = { ...coParentOfMinnesota(), packages: { packageId: '2011' } };
      const browser = await openPayment(own, answers);
      browser.fill({ subscriptionCode: 'PREPAID-FULL' });
      let page = await browser.press('Continue');
      expect([page.path, page.figure('Payment'), page.figure('Total')]).toEqual([
        '/invite/payment/review',
        'Nothing to pay today',
        '$0.00',
      ]);
      expect(page.text('.renewal')).toContain('$128.25');
      page = await submitInvitedStep(browser, 'payment/review', answers);
      expect(page.path).toBe('/invite/credentials');
    });
  });
});

it('refuses a used code on the payment view', async () => {
  const answers = coParentOfMinnesota();
  const browser = await openPayment(server, answers);
  browser.fill({ subscriptionCode: 'PREPAID-USED' });
  const page = await submitInvitedStep(browser, 'payment/method', answers);
  expect([page.status, page.path, page.errors]).toEqual([422, '/invite/payment/method', ['Invalid activation code']]);
});

describe('an invited co-parent in Great Britain', () => {
  const own = useSite();

  /** With a British phone, so packages are in pounds. */
  function coParentOfLondon() {
    const american = coParentOfMinnesota();
    const { referral: _referral, ...billing } = parentOfLondon()['payment/billing'];
    return {
      ...american,
      step1: { ...american.step1, countryCode: '+44', phoneNumber: '020 7946 0958' },
      packages: { packageId: '2061' },
      'payment/billing': billing,
      'payment/review': { termsAndConditions: true },
    };
  }

  it('sees neither PayPal, Venmo nor unavailable card brands, and agrees to the terms', async () => {
    const answers = coParentOfLondon();
    const browser = own.openBrowser();
    await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
    let page = await walkInvitedTo(browser, 'payment/billing', answers);
    browser.fill({ country: 'GB' });
    await browser.press('Update', 1);
    page = await submitInvitedStep(browser, 'payment/billing', answers);
    expect(page.path).toBe('/invite/payment/method');
    expect(() => page.button('PayPal')).toThrow();
    expect(page.html).not.toContain('data-enhance="venmo"');
    browser.fill({ ...answers['payment/method'], cardNumber: '378282246310005', cardCvv: '1234' });
    page = await browser.press('Continue');
    expect([page.status, page.errorOf('cardNumber')]).toEqual([
      422,
      'Cards of this brand cannot be used here. Enter another card.',
    ]);
    await submitInvitedStep(browser, 'payment/method', answers);
    page = await browser.press('Pay now');
    expect([page.status, page.errorOf('termsAndConditions')]).toEqual([
      422,
      'To continue, agree to the Terms & Conditions and the Privacy Policy',
    ]);
    page = await submitInvitedStep(browser, 'payment/review', answers);
    expect(page.path).toBe('/invite/credentials');
    // The review has recorded the consent.
    expect(page.$('[name=termsAndConditions]').length).toBe(0);
  });

  it('chooses a package again after entering a British address with an American phone', async () => {
    const answers = coParentOfLondon();
    const browser = own.openBrowser();
    await browser.open('/invite?token=demo-invite-coupon&userId=9006');
    await walkInvitedTo(browser, 'payment/billing', coParentOfMinnesota());
    browser.fill({ country: 'GB' });
    await browser.press('Update', 1);
    let page = await submitInvitedStep(browser, 'payment/billing', answers);
    expect(page.text('dialog')).toContain('is not sold there');
    expect((await browser.open('/invite/payment/method')).path).toBe('/invite/payment/billing');
    page = await browser.press('OK');
    expect([browser.redirects[0], page.path]).toEqual([
      { status: 303, location: '/app/join/invite/packages' },
      '/invite/packages',
    ]);
  });
});
