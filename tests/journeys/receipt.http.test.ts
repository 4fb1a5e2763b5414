import { describe, expect, it } from 'vitest';
import { parentOfLondon, parentOfMinnesota, type ParentAnswers } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { serveSite } from '~tests/servers/site';
import { withStore } from '~tests/servers/store-file';
import { useSite } from '~tests/servers/site';
import { PAYING_STEPS, walkInvited } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const server = useSite({ env: { TERMS_VERSION: '2026-02', SELLER_TAX_ID: '12-345', SELLER_NAME: 'Evenkeel Ltd' } });

/** Returns the stored receipts, newest last. */
function listReceipts(): { orderNumber: string; terms: { version: string; agreedAt: string } | null }[] {
  return withStore(server.running.dataDir, (database) =>
    database
      .prepare('select receipt from backend_orders order by created_at')
      .all()
      .map((row) => JSON.parse((row as { receipt: string }).receipt) as ReturnType<typeof listReceipts>[number]),
  );
}

/** Returns the targets of the links to the terms next to Pay now. */
function termsTargets({ page }: PlainBrowser): (string | undefined)[] {
  return page
    .$('main form a')
    .toArray()
    .filter((link) => page.$(link).text().startsWith('Terms'))
    .map((link) => page.$(link).attr('target'));
}

const offersLogIn = ({ page }: PlainBrowser) => page.$('header a[href="/ofw/login.form"]').length > 0;

async function openReview(answers: ParentAnswers): Promise<PlainBrowser> {
  const browser = server.openBrowser();
  await walkTo(browser, 'payment/review', answers);
  return browser;
}

describe('the terms next to Pay now', () => {
  it('state in the United States that paying accepts them, with links in the same tab', async () => {
    const browser = await openReview(parentOfMinnesota());
    const text = browser.page.text('main form');
    for (const part of [
      'Your subscription renews every year: on',
      'you are billed $179.55, unless prices or taxes change or you cancel before then, in My Account or by writing to',
      'By pressing “Pay now” you agree to the automatic renewal, the Terms & Conditions and the Privacy Policy.',
      'We will email you news and offers, unless you write to',
    ])
      expect(text).toContain(part);
    expect(browser.page.values).not.toHaveProperty('termsAndConditions');
    expect(termsTargets(browser)).toEqual([undefined]);
  });

  it('have checkboxes elsewhere, and links that open in a new tab', async () => {
    const browser = await openReview(parentOfLondon());
    expect(browser.page.text('main form')).not.toContain('By pressing');
    expect(termsTargets(browser)).toEqual(['_blank']);
  });
});

describe('the page after a payment', () => {
  it('confirms the payment first, in the visitor’s language', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'credentials', answers);
    expect(browser.page.text('.received')).toBe('Payment received, $179.55');
    await browser.press('Español');
    expect(browser.page.text('.received')).toBe('Pago recibido: $179.55');
  });

  it('has no Log In in its header, and the receipt neither', async () => {
    const answers = parentOfMinnesota();
    const browser = await openReview(answers);
    expect(offersLogIn(browser)).toBe(true);
    await submitStep(browser, 'payment/review', answers);
    expect([browser.page.path, offersLogIn(browser)]).toEqual(['/credentials', false]);
    await submitStep(browser, 'credentials', answers);
    await browser.waitForRefresh();
    expect([browser.page.path, offersLogIn(browser)]).toEqual(['/receipt', false]);
  });

  it('shows seller, payer, order number, tax rate, renewal and the stored consent', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    answers['payment/method'] = { ...answers['payment/method'], isPayingForCoparent: true };
    const from = new Date().toISOString();
    const page = await walkTo(browser, 'receipt', answers);
    const kept = listReceipts().at(-1)!;
    expect(kept.terms?.version).toBe('2026-02');
    expect((kept.terms?.agreedAt ?? '') >= from).toBe(true);
    expect(page.figure('Order number')).toBe(kept.orderNumber);
    expect(page.figure('Order number')).toMatch(/^[\dA-Z]{3}-[\dA-Z]{3}-[\dA-Z]{3}$/);
    expect(page.figure('Seller')).toMatch(/^Evenkeel Ltd.*Tax ID: 12-345$/);
    expect(page.figure('Billed to')).toMatch(/^Ann O'Neil ?12 Elm Street ?Apt 4 ?Saint Paul, MN 55101 ?United States/);
    expect(page.figure('Tax (6.875%)')).toBe('$23.10');
    expect(page.figure('Total')).toBe('$359.10');
    expect(page.texts('.paper h2')).toEqual([
      'Receipt',
      'Order summary',
      'Payment information',
      'Automatic renewal',
      'Addresses',
      'Terms',
    ]);
    expect(page.$('.whole').last().text()).toBe('2026-02');
    const text = page.text('main');
    expect(text).toContain("Your subscription and your co-parent's renew every year.");
    expect(text).toMatch(/On .+ you are billed \$359\.10 for both/);
    expect(text).toContain('You can cancel the renewal at any time, in My Account or by writing to');
    expect(text).toContain('you agreed to the Terms & Conditions and the Privacy Policy, version 2026-02');
    expect(text).toContain(`We have invited your co-parent by email, at ${answers.step2.email as string}`);
    expect(text).toContain('Their subscription is paid for with this order.');
    // The seller of a dollar order may have no VAT number.
    const inBritish = await browser.press('English (UK)');
    expect(inBritish.figure('Seller')).toMatch(/^Evenkeel Ltd.*Tax or VAT number: 12-345$/);
    expect(text).not.toContain('Right of withdrawal');
    const outbox = await server.openBrowser().open('/demo');
    const mail = outbox.texts('.mail').find((one) => one.includes(kept.orderNumber));
    expect(mail).toContain("Your subscription and your co-parent's renew every year.");
    expect(mail).toMatch(/On .+ you are billed \$359\.10 for both/);
  });

  it('says on the page and in the mail that a co-parent without an e-mail is not invited', async () => {
    const answers = parentOfMinnesota();
    answers.step2 = { ...answers.step2, email: '', knowsCoParentEmail: 'no', phoneNumber: '612 555 0144' };
    answers['payment/method'] = { ...answers['payment/method'], isPayingForCoparent: true };
    const page = await walkTo(server.openBrowser(), 'receipt', answers);
    const notInvited = 'We have no email of your co-parent. You can invite them from My Account.';
    expect(page.text('main')).toContain(notInvited);
    const { orderNumber } = listReceipts().at(-1)!;
    const mail = (await server.openBrowser().open('/demo')).texts('.mail').find((one) => one.includes(orderNumber));
    expect(mail).toContain(notInvited);
    expect(mail).toContain("Your co-parent's subscription is paid with this order.");
  });

  it('shows the right of withdrawal and the VAT for a British address', async () => {
    const page = await walkTo(server.openBrowser(), 'receipt', parentOfLondon());
    expect(page.figure('VAT included (20%)')).toBe('£19.98');
    expect(page.text('main')).toContain('You can withdraw from this purchase until');
    expect(page.text('main')).not.toContain('Their subscription is paid');
    expect(listReceipts().at(-1)?.terms?.version).toBe('2026-02');
  });

  it('shows the same to an invited parent, in the paying browser and after the mailed link', async () => {
    const answers = coParentOfMinnesota();
    const paying = server.openBrowser();
    await paying.open('/invite?token=demo-invite-by-parent&userId=9001');
    await walkInvited(paying, PAYING_STEPS.slice(0, -2), answers);
    expect(paying.page.text('main form')).toContain('By pressing “Pay now” you agree');
    await walkInvited(paying, ['payment/review'], answers);
    expect(paying.page.text('.received')).toBe('Payment received, $179.55');
    const mails = (await server.openBrowser().open('/demo')).texts('.mail');
    const mail = mails.find((text) => text.includes(answers.step1.email) && text.includes('/app/join/invite?'));
    const other = server.openBrowser();
    await other.open(/\/app\/join(\/invite\?\S+)/.exec(mail ?? '')![1]!);
    expect([other.page.path, offersLogIn(other)]).toEqual(['/invite/credentials', false]);
    expect(other.page.text('.received')).toBe('Payment received, $179.55');
    await walkInvited(other, ['credentials'], answers);
    const page = await other.waitForRefresh();
    expect([page.path, offersLogIn(other)]).toEqual(['/invite/receipt', false]);
    expect(page.figure('Order number')).toBe(listReceipts().at(-1)?.orderNumber);
    expect(page.figure('Billed to')).toContain('Saint Paul, MN 55101');
    expect(page.text('main')).toContain('version 2026-02');
  });
});

it('shows nothing of a receipt to a visitor who knows the order number', async () => {
  const answers = parentOfMinnesota();
  await walkTo(server.openBrowser(), 'receipt', answers);
  const { id, orderNumber } = withStore(
    server.running.dataDir,
    (database) =>
      database
        .prepare(`select id, receipt ->> 'orderNumber' as orderNumber from backend_orders order by created_at desc`)
        .get() as { id: string; orderNumber: string },
  );
  const stranger = server.openBrowser();
  await walkTo(stranger, 'payment/billing', parentOfMinnesota());
  for (const browser of [server.openBrowser(), stranger])
    for (const path of ['/receipt', '/invite/receipt', '/credentials', '/signed-up', '/payment/review'])
      for (const name of ['order', 'orderId', 'orderNumber', 'number', 'id'])
        for (const value of [id, orderNumber]) {
          const page = await browser.open(`${path}?${name}=${value}`);
          for (const part of [String(answers.step1.email), '12 Elm Street', '$179.55'])
            expect(page.text('main'), `${path}?${name}`).not.toContain(part);
        }
  for (const path of [`/receipt/${orderNumber}`, `/receipt/${id}`, `/orders/${id}`, `/orders/${orderNumber}`])
    expect((await stranger.open(path)).status, path).toBe(404);
});

it('confirms an order with nothing to pay', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  answers.step3 = { packageId: '2011' };
  answers['payment/method'] = { subscriptionCode: 'PREPAID-FULL' };
  await walkTo(browser, 'payment/review', answers);
  expect(browser.page.text('.renewal')).toMatch(/: on .+ we ask you for a payment method to pay \$128\.25, unless/);
  await submitStep(browser, 'payment/review', answers);
  expect(browser.page.text('.received')).toBe('Order received. There was nothing to pay.');
  expect(browser.page.text('main')).not.toContain('Payment received');
  expect(browser.page.text('.lead')).toBe(
    `You will log in with these to the account of ${String(answers.step1.email)}.`,
  );
});

it.each([
  ['on 29 February', Date.UTC(2028, 1, 29, 18, 52)],
  ['on the day before, when it is the 29th in UTC', Date.UTC(2028, 1, 29, 0, 52)],
])('renews an order of Chicago on 28 February if it was made %s', async (_when, now) => {
  const site = await serveSite();
  site.pass(now - Date.now());
  const browser = site.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/review', answers);
  expect(browser.page.text('.renewal')).toContain('on February 28, 2029');
  await submitStep(browser, 'payment/review', answers);
  await submitStep(browser, 'credentials', answers);
  await browser.waitForRefresh();
  expect(browser.page.text('main')).toContain('February 28, 2029');
});
