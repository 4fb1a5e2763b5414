import { describe, expect, it } from 'vitest';
import { inviteByMail } from '~tests/walks/invite-by-mail';
import { coParentOfMinnesota, type CoParentAnswers } from '~tests/answers/invited-answers';
import { parentOfLondon } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { withStore } from '~tests/servers/store-file';
import { serveSite, useSite } from '~tests/servers/site';
import { PAYING_STEPS, submitInvitedStep, walkInvited } from '~tests/walks/walk-invited';

const server = useSite();

const inviteCoParent = (extras?: Record<string, string | boolean>) => inviteByMail(() => server.openBrowser(), extras);

async function arrive(link: string): Promise<PlainBrowser> {
  const browser = server.openBrowser();
  await browser.open(link);
  return browser;
}

const open = (token: string, userId: string) => arrive(`/invite?token=${token}&userId=${userId}`);

describe('a co-parent invited by the other parent', () => {
  it('walks from the mailed link to the receipt', async () => {
    const { link, answers: inviter } = await inviteCoParent();
    const browser = await arrive(link);
    let page = browser.page;
    expect(page.path).toBe('/invite');
    expect(page.url.search).toBe('');
    expect(page.heading).toBe("You're steps away from simpler, more peaceful co-parenting.");
    expect(page.text('main')).toContain("You've been invited as a co-parent to join:");
    expect(page.texts('.family li')).toEqual([
      expect.stringContaining("Ann O'Neil") as string,
      expect.stringContaining('Cleo Lee') as string,
    ]);
    expect(page.texts('.family .initials')).toEqual(['AO', 'CL']);
    expect(page.texts('.faq summary')).toHaveLength(3);
    expect(page.figure('What it costs')).toMatch(/^From \$96\.00 for 1 year/);
    expect(page.figure('How long it takes')).toMatch(/^About 5 minutes/);
    expect(page.figure('What your co-parent sees')).toMatch(/^Your name .* do not see your email, phone number/);
    // The page shows only the name of parent A.
    for (const secret of [inviter.step1.email, '100 Main', '555', '$179.55', '15%'])
      expect(page.text('main')).not.toContain(String(secret));

    const answers = coParentOfMinnesota();
    page = await browser.follow('Get Started');
    expect(page.heading).toBe('Create your parent account');
    expect(page.values).toMatchObject({
      firstName: 'Ben',
      lastName: 'Lee',
      email: inviter.step2.email,
      countryCode: '+1',
    });
    page = await submitInvitedStep(browser, 'step1', answers);
    expect(page.path).toBe('/invite/packages');
    page = await submitInvitedStep(browser, 'packages', answers);
    expect(page.path).toBe('/invite/payment/billing');
    expect(page.values).not.toHaveProperty('referral');
    page = await submitInvitedStep(browser, 'payment/billing', answers);
    expect(page.values).not.toHaveProperty('isPayingForCoparent');
    page = await submitInvitedStep(browser, 'payment/method', answers);
    expect(page.path).toBe('/invite/payment/review');
    expect(page.figure('Total')).toBe('$179.55');
    page = await submitInvitedStep(browser, 'payment/review', answers);
    expect([page.path, page.heading]).toEqual(['/invite/credentials', 'Almost there...']);
    // Paying has agreed to the terms.
    expect([page.$('[name=termsAndConditions]').length, page.$('[name=marketingOptIn]').length]).toEqual([0, 1]);
    page = await submitInvitedStep(browser, 'credentials', answers);
    expect(page.heading).toBe("You're all set!... Please wait while we redirect you.");
    page = await browser.waitForRefresh();
    expect([page.path, page.heading]).toEqual(['/invite/receipt', "You're all set!"]);
    expect(page.text('main')).toContain(answers.step1.email);
    expect(page.figure('Card')).toBe('Visa ending in 1111');
    expect(page.text('main')).toContain('$179.55');
    // Browsers apply it to each redirect after a post, and the home page may redirect to another origin.
    expect(page.headers.get('content-security-policy')).toMatch(/form-action [^;]*'self'[^;]* https:(?:;|$)/);
    await browser.press('Login');
    expect(browser.page.url.pathname).toBe('/ofw/home.form');
    await browser.open('/invite/receipt');
    expect(browser.page.url.pathname).toBe('/ofw/home.form');
    page = (await arrive(link)).page;
    expect([page.heading, page.text('.reference code')]).toEqual([
      'You have joined already',
      expect.stringMatching(/^[\w-]{8}$/),
    ]);
  });

  /** Opens the link to the credentials, which is mailed after the payment, in another browser. */
  async function arriveByMail({ step1 }: CoParentAnswers): Promise<PlainBrowser> {
    const mails = (await server.openBrowser().open('/demo')).texts('.mail');
    const mail = mails.find((text) => text.includes(String(step1.email)) && text.includes('/app/join/invite?'));
    const browser = await arrive(/\/app\/join(\/invite\?\S+)/.exec(mail ?? '')![1]!);
    expect(browser.page.path).toBe('/invite/credentials');
    return browser;
  }

  /** Pays, and sets the credentials. Undefined answers leave the box as it is. */
  async function answerAboutNews({
    country,
    onReview,
    isMailed,
    later,
  }: {
    country: string;
    onReview?: boolean;
    /** The link mailed after the payment opens the credentials in another browser. */
    isMailed?: boolean;
    later?: boolean;
  }) {
    const { link } = await inviteCoParent();
    let browser = await arrive(link);
    const sample = coParentOfMinnesota();
    await walkInvited(browser, ['step1', 'packages'], sample);
    const canada = { city: 'Ottawa', country: 'CA', region: 'ON', postalCode: 'K1A 0B1', timezone: 'America/Toronto' };
    const answers =
      country === 'CA' ? { ...sample, 'payment/billing': { ...sample['payment/billing'], ...canada } } : sample;
    browser.fill({ country });
    await browser.press('Update');
    await walkInvited(browser, ['payment/billing', 'payment/method'], answers);
    if (country === 'CA') browser.fill({ termsAndConditions: true });
    if (onReview !== undefined) browser.fill({ marketingOptIn: onReview });
    const { path } = await submitInvitedStep(browser, 'payment/review', answers);
    expect(path).toBe('/invite/credentials');
    if (isMailed) browser = await arriveByMail(answers);
    const isTicked = browser.page.$('[name=marketingOptIn][checked]').length === 1;
    if (later !== undefined) browser.fill({ marketingOptIn: later });
    await submitInvitedStep(browser, 'credentials', answers);
    const account = withStore(
      server.running.dataDir,
      (database) =>
        database.prepare('select marketing_opt_in from backend_accounts where email = ?').get(answers.step1.email) as {
          marketing_opt_in: number;
        },
    );
    return { isTicked, isStored: account.marketing_opt_in === 1 };
  }

  it.each([
    { country: 'CA', onReview: true, isTicked: true, isStored: true },
    { country: 'CA', onReview: true, isTicked: true, later: false, isStored: false },
    { country: 'CA', isTicked: false, isStored: false },
    { country: 'CA', isTicked: false, later: true, isStored: true },
    // Paying in the United States agrees to news.
    { country: 'US', isTicked: true, isStored: true },
    { country: 'US', isTicked: true, later: false, isStored: false },
    { country: 'CA', onReview: true, isMailed: true, isTicked: true, isStored: true },
    { country: 'CA', isMailed: true, isTicked: false, isStored: false },
    { country: 'US', isMailed: true, isTicked: true, isStored: true },
    { country: 'US', isMailed: true, isTicked: true, later: false, isStored: false },
  ])(
    'stores the last answer about news ($country: Review $onReview, mailed link $isMailed, credentials $later)',
    async ({ isTicked, isStored, ...answers }) => {
      expect(await answerAboutNews(answers)).toEqual({ isTicked, isStored });
    },
  );

  it('can build a package', async () => {
    const { link } = await inviteCoParent();
    const browser = await arrive(link);
    const answers = { ...coParentOfMinnesota(), packages: { packageId: '2041' } };
    await walkInvited(browser, ['step1', 'packages'], answers);
    expect(browser.page.path).toBe('/invite/choose-your-own');
    const page = await submitInvitedStep(browser, 'choose-your-own', answers);
    expect([page.path, page.figure('Tax')]).toEqual(['/invite/payment/billing', 'added once we know your address']);
  });

  it('enters a billing address, but pays nothing if the other parent has paid for both', async () => {
    const { link } = await inviteCoParent({ isPayingForCoparent: true });
    const browser = await arrive(link);
    expect(browser.page.text('main')).toContain('Your subscription has been paid.');
    expect(browser.page.figure('What it costs')).toBe('Nothing: you are not asked to pay.');
    expect(browser.page.figure('How long it takes')).toContain('your billing address');
    const answers = coParentOfMinnesota();
    const page = await walkInvited(browser, ['step1', 'billing-info'], answers);
    expect(page.path).toBe('/invite/credentials');
    await submitInvitedStep(browser, 'credentials', answers);
    await browser.waitForRefresh();
    expect(browser.page.url.pathname).toBe('/ofw/home.form');
  });

  it('never makes a paid-for account with the contact and address that another browser entered', async () => {
    const { link } = await inviteCoParent({ isPayingForCoparent: true });
    const [inviters, own] = [coParentOfMinnesota(), coParentOfMinnesota()];
    const inviting = await arrive(link);
    await walkInvited(inviting, ['step1', 'billing-info'], inviters);
    expect(inviting.page.path).toBe('/invite/credentials');
    const browser = await arrive(link);
    expect(browser.page.path).toBe('/invite');
    expect((await browser.open('/invite/credentials')).path).toBe('/invite/step1');
    expect([browser.page.values.email, browser.page.html.includes(String(inviters.step1.email))]).toEqual(['', false]);
    await submitInvitedStep(browser, 'step1', own);
    expect([browser.page.path, browser.page.values.billingAddress]).toEqual(['/invite/billing-info', '']);
    await submitInvitedStep(browser, 'billing-info', own);
    // The other browser entered its contact last.
    await inviting.open('/invite/step1');
    await submitInvitedStep(inviting, 'step1', inviters);
    await submitInvitedStep(inviting, 'billing-info', {
      ...inviters,
      'billing-info': { ...inviters['billing-info'], billingAddress: '1 Planted Road' },
    });
    // A password confirms no guess of that contact.
    own.credentials.password = inviters.step1.email;
    expect((await submitInvitedStep(browser, 'credentials', own)).errors).toEqual([]);
    const accounts = withStore(server.running.dataDir, (database) =>
      database
        .prepare('select email, answers from backend_accounts where email in (?, ?)')
        .all(inviters.step1.email, own.step1.email),
    );
    const answers = expect.stringContaining(String(own['billing-info'].billingAddress)) as string;
    expect(accounts).toEqual([{ email: own.step1.email, answers }]);
  });

  it('continues in another browser with the link mailed after the payment', async () => {
    const { link } = await inviteCoParent();
    const answers = coParentOfMinnesota();
    await walkInvited(await arrive(link), PAYING_STEPS.slice(0, -1), answers);
    const browser = await arriveByMail(answers);
    await submitInvitedStep(browser, 'credentials', answers);
    const page = await browser.waitForRefresh();
    expect([page.heading, page.figure('Card ending in')]).toEqual(["You're all set!", '1111']);
  });
});

describe('the demo’s invite', () => {
  it('9001 comes from a parent, and the co-parent pays', async () => {
    const browser = await open('demo-invite-by-parent', '9001');
    const answers = coParentOfMinnesota();
    await walkInvited(browser, PAYING_STEPS, answers);
    expect((await browser.waitForRefresh()).path).toBe('/invite/receipt');
  });

  it('9002 comes from a professional, shows their name, and is free', async () => {
    const browser = await open('demo-invite-by-professional', '9002');
    expect(browser.page.text('main')).toContain('Jordan Whitfield invited you to join');
    expect(browser.page.figure('What it costs')).toBe('Nothing: you are not asked to pay.');
    expect(browser.page.figure('What your co-parent sees')).toContain('The same is true of Jordan Whitfield');
    const page = await walkInvited(browser, ['step1', 'credentials'], coParentOfMinnesota());
    expect(page.heading).toContain("You're all set!");
    await browser.waitForRefresh();
    expect(browser.page.url.pathname).toBe('/ofw/home.form');
  });

  it('9003 is paid, and lacks only the credentials', async () => {
    const browser = await open('demo-invite-paid', '9003');
    expect(browser.page.path).toBe('/invite/credentials');
    // The link may have been forwarded, and this browser has not typed the address.
    expect(browser.page.html).not.toContain('devon.9003@');
    const order = browser.page.$('[name=termsAndConditions], [name=referral], main button.primary').toArray();
    expect(order.map(({ attribs }) => attribs.name)).toEqual(['referral', 'termsAndConditions', undefined]);
    // This visitor skips the welcome page, so the notice is here.
    expect(browser.page.text('.notice')).toBe('Your subscription has been paid.');
    expect(browser.page.texts('.expect dt')).toEqual(['How long it takes', 'What your co-parent sees']);
    expect(browser.page.figure('How long it takes')).toBe('About 2 minutes');
    await submitInvitedStep(browser, 'credentials', coParentOfMinnesota());
    await browser.waitForRefresh();
    expect(browser.page.url.pathname).toBe('/ofw/home.form');
  });

  it('9004 is paid, and lacks a billing address', async () => {
    const browser = await open('demo-invite-paid-no-address', '9004');
    const answers = coParentOfMinnesota();
    expect((await walkInvited(browser, ['step1'], answers)).text('.notice')).toContain('Plus, one-year subscription');
    const page = await walkInvited(browser, ['billing-info', 'credentials'], answers);
    expect(page.heading).toContain("You're all set!");
  });

  it('9004 asks for the terms among the fields after a British address', async () => {
    const browser = (await serveSite()).browser;
    await browser.open('/invite?token=demo-invite-paid-no-address&userId=9004');
    const { referral: _referral, ...address } = parentOfLondon()['payment/billing'];
    await walkInvited(browser, ['step1'], coParentOfMinnesota());
    browser.fill({ country: 'GB' });
    await browser.press('Update');
    browser.fill(address);
    await browser.press('Continue');
    expect(browser.page.path).toBe('/invite/credentials');
    const order = browser.page.$('[name=termsAndConditions], [name=referral], main button.primary').toArray();
    expect(order.map(({ attribs }) => attribs.name)).toEqual(['termsAndConditions', 'referral', undefined]);
    const refused = await browser.press('Complete Signup');
    const links = refused.$('.error-summary a').toArray();
    expect(links.map(({ attribs }) => attribs.href).slice(-2)).toEqual([
      '#answers-termsAndConditions',
      '#answers-referral',
    ]);
  });

  it('9005 is expired', async () => {
    const browser = await open('demo-invite-expired', '9005');
    expect([browser.page.path, browser.page.heading]).toEqual(['/invite/request', 'Request a new invite link']);
    const page = await browser.press('Send me a new link');
    expect(page.heading).toBe('Thank you! Your new link is on the way.');
    expect(page.text('main')).toContain('20 minutes');
  });

  it('9006 has coupons, which every page shows and deducts', async () => {
    const browser = await open('demo-invite-coupon', '9006');
    const cost = browser.page.figure('What it costs');
    expect(cost).toMatch(/^From \$81\.60 for 1 year ?With your offer: 15% off the first payment\./);
    await browser.follow('Get Started');
    expect(browser.page.text('.notice.success')).toContain('15%');
    const answers = coParentOfMinnesota();
    const packages = await walkInvited(browser, PAYING_STEPS.slice(0, 1), answers);
    expect(packages.text('.offer')).toContain('15% off the first payment');
    expect(packages.texts('.package-price')[1]).toContain('$142.80');
    // The welcome page and the packages show the same lowest price.
    expect(packages.text('main')).toContain('from $81.60');
    await walkInvited(browser, PAYING_STEPS.slice(1, 4), answers);
    expect(browser.page.text('.figures')).toContain('15%');
  });

  it.each([
    [
      'the first described coupon',
      [
        { couponCode: 'ONE', description: null, percentage: null },
        { couponCode: 'TWO', description: '15% off the first payment', percentage: null },
      ],
      'There is an offer for you. 15% off the first payment, taken off when you pay.',
    ],
    [
      'the percentage of its only coupon',
      [{ couponCode: 'ONE', description: null, percentage: 15 }],
      'Your offer: 15% off, taken off when you pay.',
    ],
    [
      'the percentage rounded down',
      [{ couponCode: 'ONE', description: null, percentage: 12.5 }],
      'Your offer: 12% off, taken off when you pay.',
    ],
    [
      'no percentage below 1',
      [{ couponCode: 'ONE', description: null, percentage: 0.5 }],
      'There is an offer for you.',
    ],
    [
      'only that there is an offer, of unknown coupons',
      [{ couponCode: 'ONE', description: null, percentage: null }],
      'There is an offer for you.',
    ],
    ['nothing without coupons', [], ''],
  ])('9006 announces %s on its first step', async (_what, availableCoupons, text) => {
    const { browser } = await serveSite({
      trouble: ({ invites }) => ({
        invites: { get: async (input) => ({ ...(await invites.get(input)), availableCoupons }) },
      }),
    });
    await browser.open('/invite?token=demo-invite-coupon&userId=9006');
    const [offer] = /\d+(?:\.\d+)?%/.exec(text) ?? [];
    expect(browser.page.figure('What it costs').includes('% off')).toBe(offer !== undefined && !availableCoupons[1]);
    await browser.follow('Get Started');
    expect(browser.page.text('.offer, .notice.success')).toBe(text);
  });

  it('9006 has the same lowest price on its first page and the packages, also with a discount link', async () => {
    const browser = server.openBrowser();
    await browser.open('/signup?ado=true&jek=spring&pv=MjA=');
    await browser.open('/invite?token=demo-invite-coupon&userId=9006');
    const [, price] = /^From (\$[\d.]+) for 1 year/.exec(browser.page.figure('What it costs')) ?? [];
    await browser.follow('Get Started');
    const packages = await walkInvited(browser, PAYING_STEPS.slice(0, 1), coParentOfMinnesota());
    expect([price, packages.texts('.package-price').filter((text) => text.includes(String(price)))]).toEqual([
      '$96.00',
      ['from $96.00 a year'],
    ]);
    // The backend knows which of the two applies.
    expect(packages.text('.offer')).toBe('');
  });
});
