import { describe, expect, it } from 'vitest';
import { PARENT_STEPS, parentOfLondon, parentOfMinnesota } from '~tests/answers/parent-answers';
import { serveSite, useSite } from '~tests/servers/site';
import { useSharedServer } from '~tests/servers/use-shared-server';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

// A code can be used once, so each test that pays has its own server.
const server = useSharedServer();

describe('an activation code', () => {
  it('is trimmed, matched case-insensitively, and can be removed', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/method', parentOfMinnesota());
    browser.fill({ subscriptionCode: '  prepaid-40 ', cardHolderName: 'Ann' });
    let page = await browser.press('Apply');
    expect([page.status, page.errors, page.values.subscriptionCode, page.values.cardHolderName]).toEqual([
      200,
      [],
      '',
      'Ann',
    ]);
    // (168.00 - 40.00) and 6.875% of it.
    expect([page.figure('Activation code prepaid-40'), page.figure('Tax'), page.figure('Total')]).toEqual([
      '−$40.00',
      '$8.80',
      '$136.80',
    ]);
    page = await browser.press('Remove');
    expect(page.figure('Total')).toBe('$179.55');
  });

  it.each(['PREPAID-USED', 'NO-SUCH-CODE', "'; drop table"])(
    'is rejected with an error that blocks Continue: %s',
    async (code) => {
      const browser = server.openBrowser();
      const answers = parentOfMinnesota();
      await walkTo(browser, 'payment/method', answers);
      browser.fill({ subscriptionCode: code });
      let page = await browser.press('Apply');
      expect([page.status, page.errors, page.values.subscriptionCode]).toEqual([
        422,
        ['Invalid activation code'],
        code,
      ]);
      page = await submitStep(browser, 'payment/method', answers);
      expect([page.path, page.errorOf('subscriptionCode')]).toEqual(['/payment/method', 'Invalid activation code']);
    },
  );

  it('shows no error of a rejected code or a missing card after another code is applied', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/method', parentOfMinnesota());
    browser.fill({ subscriptionCode: 'NO-SUCH-CODE' });
    let page = await browser.press('Apply');
    page = await browser.press('Español');
    expect(page.errors).toEqual(['Código de activación no válido']);
    page = await browser.press('English');
    browser.fill({ subscriptionCode: 'PREPAID-40' });
    page = await browser.press('Apply');
    expect([page.status, page.errors, page.title]).toEqual([200, [], 'Payment – Evenkeel']);
  });

  it('is not validated on a language switch', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/method', parentOfMinnesota());
    browser.fill({ subscriptionCode: 'PREPA', cardNumber: '4111111111111111' });
    const page = await browser.press('Español');
    expect([page.status, page.errors, page.values.subscriptionCode]).toEqual([200, [], 'PREPA']);
    expect(page.text('.notice')).toMatch(/escríbalos otra vez: Número de tarjeta\.$/);
  });

  it('keeps the card’s errors, unless it covers the whole price', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/method', { ...parentOfMinnesota(), step3: { packageId: '2011' } });
    await browser.press('Continue');
    browser.fill({ subscriptionCode: 'PREPAID-40' });
    let page = await browser.press('Apply');
    expect(page.errorOf('cardNumber')).toBe('Enter your card number');
    expect([page.status, page.title, page.errors]).toEqual([200, 'Payment – Evenkeel', []]);
    expect(page.text('#code-0')).toContain('PREPAID-40 pays $40.00');
    browser.fill({ subscriptionCode: 'PREPAID-FULL' });
    page = await browser.press('Apply');
    expect([page.figure('Total'), page.errors, page.$('[name=cardNumber]').length]).toEqual(['$0.00', [], 0]);
  });

  it('is applied by Continue, too', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/method', answers);
    browser.fill({ subscriptionCode: 'PREPAID-40' });
    const page = await submitStep(browser, 'payment/method', answers);
    expect([page.path, page.figure('Total')]).toEqual(['/payment/review', '$136.80']);
  });

  it('can be one of several, each with its Remove button', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/method', parentOfMinnesota());
    for (const subscriptionCode of ['PREPAID-FULL', 'PREPAID-40']) {
      browser.fill({ subscriptionCode });
      await browser.press('Apply');
    }
    expect(browser.page.texts('.code strong')).toEqual(['PREPAID-FULL', 'PREPAID-40']);
    expect(browser.page.figure('Total')).toBe('$8.55');
    const page = await browser.press('Remove');
    expect([page.texts('.code strong'), page.figure('Total')]).toEqual([['PREPAID-40'], '$136.80']);
  });

  it('is listed without an error if the backend omits its amount', async () => {
    const { browser } = await serveSite({
      trouble: ({ registrations }) => ({
        registrations: {
          async price(input) {
            const pricing = await registrations.price(input);
            const codes = pricing.paymentCodeDetails.map((code) => ({ ...code, amount: null, amountFormatted: null }));
            return { ...pricing, paymentCodeDetails: codes };
          },
        },
      }),
    });
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/method', answers);
    browser.fill({ subscriptionCode: 'PREPAID-40' });
    const page = await browser.press('Apply');
    expect([page.text('.code strong'), page.text('main')]).toEqual([
      'PREPAID-40',
      expect.not.stringContaining('Invalid activation code'),
    ]);
    const review = await submitStep(browser, 'payment/method', answers);
    expect([review.path, review.texts('.notice.warning')]).toEqual(['/payment/review', []]);
  });

  it('is shown as unneeded and still valid on every view', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/method', { ...parentOfMinnesota(), step3: { packageId: '2011' } });
    for (const subscriptionCode of ['PREPAID-FULL', 'PREPAID-40']) {
      browser.fill({ subscriptionCode });
      await browser.press('Apply');
    }
    const { page } = browser;
    expect(page.texts('.code').at(-1)).toContain('is not needed: nothing is left for it to pay. It stays valid.');
    expect(page.figure('Activation code PREPAID-40')).toBe('Not needed, and still valid');
    const review = await browser.press('Continue');
    expect(review.path).toBe('/payment/review');
    expect(review.figure('Activation code PREPAID-40')).toBe('Not needed, and still valid');
    expect(review.text('main')).not.toContain('$0.00 of it');
  });

  it('shows before the payment the amount that is lost if it is worth more than the order', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    answers.step3 = { packageId: '2041' };
    answers.alacarte = { subscription: 'SUB1YEAR', tonemeter: [] };
    await walkTo(browser, 'payment/method', answers, PARENT_STEPS);
    browser.fill({ subscriptionCode: 'PREPAID-FULL' });
    const page = await browser.press('Apply');
    expect(page.text('.code')).toContain('pays $96.00 $24.00 of it is lost, as a code can be used only once.');
    const review = await browser.press('Continue');
    expect(review.text('main')).toContain('$24.00 of it is not used and is lost');
  });

  it('reduces only the first payment, not the renewal', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/method', answers);
    browser.fill({ subscriptionCode: 'PREPAID-40' });
    const page = await submitStep(browser, 'payment/method', answers);
    expect(page.text('.renewal')).toContain('$179.55');
  });
});

describe('codes that cover the whole price', () => {
  const free = useSite();

  it('require no card, show the renewal price, and can be used once', async () => {
    const browser = free.openBrowser();
    const answers = { ...parentOfMinnesota(), step3: { packageId: '2011' } };
    await walkTo(browser, 'payment/method', answers);
    browser.fill({ subscriptionCode: 'PREPAID-FULL' });
    let page = await browser.press('Apply');
    expect([page.figure('Total'), page.$('[name=cardNumber]').length]).toEqual(['$0.00', 0]);
    page = await browser.press('Continue');
    expect([page.path, page.figure('Payment'), page.figure('Total')]).toEqual([
      '/payment/review',
      'Nothing to pay today',
      '$0.00',
    ]);
    expect(page.text('.renewal')).toContain('$128.25');
    await submitStep(browser, 'payment/review', answers);
    await submitStep(browser, 'credentials', answers);
    page = await browser.waitForRefresh();
    expect([page.heading, page.figure('Amount paid')]).toEqual(['Account activated!', '$0.00']);
    expect(page.text('main')).not.toContain('Paid with');

    const other = free.openBrowser();
    await walkTo(other, 'payment/method', parentOfMinnesota());
    other.fill({ subscriptionCode: 'PREPAID-FULL' });
    expect((await other.press('Apply')).errorOf('subscriptionCode')).toBe('Invalid activation code');
  });

  it('replace the chosen card on the review', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/review', { ...parentOfMinnesota(), step3: { packageId: '2011' } });
    await browser.follow('Change', 3);
    browser.fill({ subscriptionCode: 'PREPAID-FULL' });
    const page = await browser.press('Continue');
    expect([page.path, page.figure('Payment')]).toEqual(['/payment/review', 'Nothing to pay today']);
  });

  it('require a card again when another package costs more', async () => {
    const browser = server.openBrowser();
    const answers = { ...parentOfMinnesota(), step3: { packageId: '2011' } };
    await walkTo(browser, 'payment/method', answers);
    browser.fill({ subscriptionCode: 'PREPAID-FULL' });
    await browser.press('Continue');
    await browser.open('/step3');
    browser.fill({ packageId: '2021' });
    await browser.press('Continue');
    const page = await browser.open('/payment/review');
    expect([page.path, page.figure('Total'), page.$('[name=cardNumber]').length]).toEqual([
      '/payment/method',
      '$51.30',
      1,
    ]);
  });
});

describe('a code spent by another buyer meanwhile', () => {
  const SPENT = 'This code cannot be used for this order now. Remove it to continue.';
  const race = useSite();

  it('is marked as invalid, can be removed, and the new price is shown before any charge', async () => {
    const answers = { ...parentOfMinnesota(), step3: { packageId: '2011' } };
    const [free, both] = [race.openBrowser(), race.openBrowser()];
    for (const browser of [free, both]) {
      await walkTo(browser, 'payment/method', { ...parentOfMinnesota(), step3: { packageId: '2011' } });
      browser.fill({ subscriptionCode: 'PREPAID-FULL' });
      await browser.press('Apply');
    }
    both.fill({ subscriptionCode: 'PREPAID-40' });
    await both.press('Apply');
    await free.press('Continue');

    const first = race.openBrowser();
    await walkTo(first, 'payment/method', answers);
    first.fill({ subscriptionCode: 'PREPAID-FULL' });
    await first.press('Continue');
    expect((await first.press('Pay now')).path).toBe('/credentials');

    let page = await free.press('Pay now');
    expect([page.path, page.figure('Total')]).toEqual(['/payment/method', '$128.25']);
    expect(page.text('.notice')).toContain('there is something to pay now. Nothing was charged.');
    expect(page.texts('.code')).toEqual([`PREPAID-FULL ${SPENT} Remove`]);
    // Review is locked until the visitor has chosen how to pay, also after a good card beside the code.
    expect(page.texts('.views a')).toEqual(['Billing']);
    free.fill({ ...answers['payment/method'], subscriptionCode: '' });
    page = await free.press('Continue');
    expect([page.status, page.texts('.views a')]).toEqual([422, ['Billing']]);
    page = await free.press('Remove');
    expect(page.texts('.code')).toEqual([]);

    page = await both.open('/payment/method');
    expect(page.texts('.code')[0]).toContain(SPENT);
    for (const button of ['Continue', 'PayPal']) {
      both.fill({ ...answers['payment/method'], subscriptionCode: '' });
      page = await both.press(button);
      expect([page.path, page.status, page.errorOf('subscriptionCode'), page.errors]).toEqual([
        '/payment/method',
        422,
        '',
        [`PREPAID-FULL: ${SPENT}`],
      ]);
      const target = page.$('.error-summary li a').attr('href');
      expect(page.$(target).text()).toBe('Remove');
    }
    page = await both.press('Remove');
    expect([page.texts('.code strong'), page.figure('Total')]).toEqual([['PREPAID-40'], '$85.50']);
    // The card of the rejected form was kept.
    page = await both.press('Continue');
    expect([page.path, page.figure('Payment')]).toEqual(['/payment/review', expect.stringContaining('1111')]);
  });
});

describe('the subscription of the co-parent', () => {
  it('doubles the price, is shown on the review, and can be removed', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/method', answers);
    browser.fill({ isPayingForCoparent: true });
    let page = await submitStep(browser, 'payment/method', answers);
    expect([page.figure("Your co-parent's subscription"), page.figure('Total')]).toEqual(['$168.00', '$359.10']);
    expect(page.text('.renewal')).toMatch(
      /^Your subscription and your co-parent's renew every year: on .+ you are billed \$359\.10 for both/,
    );
    page = await browser.open('/payment/method');
    browser.fill({ isPayingForCoparent: false });
    page = await browser.press('Continue');
    expect([page.path, page.figure('Total')]).toEqual(['/payment/review', '$179.55']);
    expect(page.text('.renewal')).not.toContain('co-parent');
  });

  it('names what it adds to the total, with offer, code and tax, ticked or not', async () => {
    const browser = server.openBrowser();
    await browser.open('/signup?ado=true&jek=spring&pv=MjA=');
    await walkTo(browser, 'payment/method', parentOfMinnesota());
    browser.fill({ subscriptionCode: 'PREPAID-40' });
    const added = () => /\((\$[\d.]+) more today\)/.exec(browser.page.text('.co-parent-box label'))?.[1];
    let page = await browser.press('Apply');
    // (134.40 - 40.00) and (268.80 - 40.00), each with 6.875 % of it.
    expect([page.figure('Total'), added()]).toEqual(['$100.89', '$143.64']);
    browser.fill({ isPayingForCoparent: true });
    page = await browser.press('Update');
    expect([page.figure('Total'), added()]).toEqual(['$244.53', '$143.64']);
  });

  it('is shown on the receipt', async () => {
    const browser = server.openBrowser();
    const answers = parentOfLondon();
    await walkTo(browser, 'payment/method', answers);
    browser.fill({ isPayingForCoparent: true });
    await submitStep(browser, 'payment/method', answers);
    await submitStep(browser, 'payment/review', answers);
    await submitStep(browser, 'credentials', answers);
    const page = await browser.waitForRefresh();
    expect([page.figure("Your co-parent's subscription"), page.figure('Total')]).toEqual(['£119.88', '£239.76']);
  });
});

describe('a discount link', () => {
  const LINK = '?ado=true&jek=spring&pv=MjA=';

  it.each(['/signup', '/coparentstatus', '/nowhere'])('on %s reduces the price', async (path) => {
    const browser = server.openBrowser();
    await browser.open(`${path}${LINK}`);
    const page = await walkTo(browser, 'payment/method', parentOfMinnesota());
    expect(page.text('.notice')).toContain('20% off');
    expect([page.figure('Offer, 20% off'), page.figure('Total')]).toEqual(['−$33.60', '$143.64']);
    expect(page.text('.co-parent-box label')).toBe("Pay for my co-parent's subscription too ($143.64 more today)");
    // On Review only the order names the discount.
    const review = await submitStep(browser, 'payment/method', parentOfMinnesota());
    expect([review.path, review.text('main .notice'), review.figure('Offer, 20% off')]).toEqual([
      '/payment/review',
      '',
      '−$33.60',
    ]);
  });

  it('shows the same order on billing as on the review, with a code and the co-parent’s subscription', async () => {
    const browser = server.openBrowser();
    await browser.open(`/signup${LINK}`);
    const answers = parentOfMinnesota();
    const first = await walkTo(browser, 'payment/billing', answers);
    expect([first.figure('Offer, 20% off'), first.figure('Total before tax')]).toEqual(['−$33.60', '$134.40']);
    expect(first.text('.order-summary summary')).toContain('$134.40 + tax');
    await submitStep(browser, 'payment/billing', answers);
    browser.fill({ isPayingForCoparent: true, subscriptionCode: 'PREPAID-40' });
    await browser.press('Apply');
    const review = await submitStep(browser, 'payment/method', answers);
    expect(review.path).toBe('/payment/review');
    expect(review.text('.renewal')).toContain('you are billed $359.10 (without the offer) for both');
    const billing = await browser.open('/payment/billing');
    expect(billing.text('.notice')).toBe('Your offer: 20% off');
    for (const name of [
      "Your co-parent's subscription",
      'Offer, 20% off',
      'Activation code PREPAID-40',
      'Tax',
      'Total',
    ])
      expect([name, billing.figure(name)]).toEqual([name, review.figure(name)]);
    expect(billing.text('.order-summary summary strong')).toBe(review.figure('Total'));
  });

  it('applies in the middle of the journey, too', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/billing', answers);
    await browser.open(`/payment/billing${LINK}`);
    expect((await submitStep(browser, 'payment/billing', answers)).figure('Total')).toBe('$143.64');
  });

  it('reduces a price in pounds for both parents', async () => {
    const browser = server.openBrowser();
    await browser.open(`/signup${LINK}`);
    await walkTo(browser, 'payment/method', parentOfLondon());
    browser.fill({ isPayingForCoparent: true });
    const page = await browser.press('Apply');
    expect([page.figure('Offer, 20% off'), page.figure('VAT included'), page.figure('Total')]).toEqual([
      '−£47.95',
      '£31.97',
      '£191.81',
    ]);
    expect(page.text('.notice')).toContain('20% off');
  });

  it('shows a notice and the full price if the backend does not know it', async () => {
    const browser = server.openBrowser();
    await browser.open('/signup?ado=true&jek=winter&pv=MjA=');
    await walkTo(browser, 'payment/billing', parentOfMinnesota());
    // Errors precede the notice.
    const withErrors = await browser.press('Continue');
    expect(withErrors.text('.error-summary ~ h1 ~ .notice')).toContain('Unfortunately,');
    const page = await submitStep(browser, 'payment/billing', parentOfMinnesota());
    expect(page.text('.notice')).toContain('Unfortunately, the offer is not available at this time.');
    expect(page.figure('Total')).toBe('$179.55');
  });

  const linkOf = (percentage: string) =>
    `/signup?${new URLSearchParams({ ado: 'true', jek: 'spring', pv: Buffer.from(percentage).toString('base64') }).toString()}`;

  it('applies despite an invalid percentage, and logs a warning', async () => {
    const warnings = () =>
      server.running.log().filter(({ msg }) => msg === 'discount link lacks a percentage from 1 to 100').length;
    for (const path of ['/signup?ado=true&jek=spring&pv=%00%ff', linkOf('0.2'), linkOf('150')]) {
      const before = warnings();
      const browser = server.openBrowser();
      await browser.open(path);
      expect(warnings(), path).toBe(before + 1);
      const page = await walkTo(browser, 'payment/method', parentOfMinnesota());
      expect([page.text('.notice'), page.figure('Total')], path).toEqual(['Your offer: 20% off', '$143.64']);
    }
  });

  it.each([
    ['12.5', 'Your offer: 20% off'],
    ['20%', 'Your offer: 20% off'],
    // The link announces another percentage than the backend's coupon.
    ['20.5%', 'Your offer: 20% off'],
    ['50', 'Your offer: 20% off'],
  ])('shows the backend’s discount for an announced %s', async (percentage, notice) => {
    const browser = server.openBrowser();
    await browser.open(linkOf(percentage));
    const packages = await walkTo(browser, 'step3', parentOfMinnesota());
    expect(packages.text('.offer')).toBe('Your offer: 20% off the first payment. The prices below include it.');
    expect(packages.texts('.package-price')[1]).toContain('$134.40');
    const page = await walkTo(browser, 'payment/method', parentOfMinnesota());
    expect([page.text('.notice'), page.figure('Offer, 20% off')]).toEqual([notice, '−$33.60']);
  });

  it('is announced on the packages in both languages', async () => {
    const browser = server.openBrowser();
    await browser.open(`/signup${LINK}`);
    let page = await walkTo(browser, 'step3', parentOfMinnesota());
    expect(page.text('.offer')).toBe('Your offer: 20% off the first payment. The prices below include it.');
    page = await browser.press('Español');
    expect(page.text('.offer')).toBe(
      'Su oferta: 20% de descuento en el primer pago. Los precios de abajo ya lo incluyen.',
    );
  });

  it('shows a notice on the packages if it has no coupon', async () => {
    const browser = server.openBrowser();
    await browser.open('/signup?ado=true&jek=winter&pv=MjA=');
    const page = await walkTo(browser, 'step3', parentOfMinnesota());
    expect(page.text('.notice')).toBe('Unfortunately, the offer is not available at this time.');
    const plain = await walkTo(server.openBrowser(), 'step3', parentOfMinnesota());
    expect(plain.$('.notice').length).toBe(0);
  });
});

it('preselects the package of the link from the pricing page', async () => {
  const browser = server.openBrowser();
  await browser.open('/signup?package=PREMIUM1');
  expect((await walkTo(browser, 'step3', parentOfMinnesota())).values.packageId).toBe('2031');
});

it('preselects the package of a link that follows Back without a choice', async () => {
  const { browser } = await serveSite();
  await walkTo(browser, 'step3', parentOfMinnesota());
  await browser.press('Back');
  expect((await browser.open('/step3?package=PREMIUM1')).values.packageId).toBe('2031');
});
