import { describe, expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { CARDS, parentOfMinnesota } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { serveSite } from '~tests/servers/site';
import { walkInvitedTo } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

/* A button that leads to another page than expected must show an explanation there. */

const INVITE = '/invite?token=demo-invite-by-parent&userId=9001';
const ANOTHER_INVITE = '/invite?token=demo-invite-coupon&userId=9006';
const OUT_OF_DATE = 'This page is out of date';

function withCard(card: Record<string, string>) {
  const answers = parentOfMinnesota();
  Object.assign(answers['payment/method'], card);
  return answers;
}

/** Opens another tab of the same browser. */
async function tabAt(browser: PlainBrowser, path: string): Promise<PlainBrowser> {
  const tab = browser.copy();
  tab.jar = browser.jar;
  await tab.open(path);
  return tab;
}

describe('a page with an outdated answer', () => {
  it('explains on Pay now of a free order that the order now costs something', async () => {
    const { browser, charges } = await serveSite();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'step3', answers);
    browser.fill({ packageId: '2011' });
    await browser.press('Continue');
    const address = { ...answers['payment/billing'], country: 'US', region: 'MT', city: 'Helena', postalCode: '59601' };
    browser.fill({ ...address, timezone: 'America/Chicago' });
    await browser.press('Continue');
    browser.fill({ subscriptionCode: 'PREPAID-FULL' });
    await browser.press('Apply');
    await browser.press('Continue');
    expect(browser.page.path).toBe('/payment/review');
    const tab = await tabAt(browser, '/payment/review');
    await browser.open('/payment/method');
    browser.fill({ isPayingForCoparent: true });
    await browser.press('Update');
    const page = await tab.press('Pay now');
    expect(page.path).toBe('/payment/method');
    expect(page.text('main .notice')).toContain('there is something to pay now');
    expect((await tab.press('Español')).text('main .notice')).toContain('ahora hay algo que pagar');
    expect(charges()).toEqual([]);
  });

  it('explains on Pay now after a change of an earlier answer that nothing was charged', async () => {
    const { browser, payments } = await serveSite();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/review', answers);
    const tab = await tabAt(browser, '/payment/review');
    await browser.open('/step1');
    browser.fill({ ...answers.step1, email: answers.step2.email! });
    await browser.press('Continue');
    const page = await tab.press('Pay now');
    expect(page.path).not.toContain('/payment');
    expect(page.text('main .notice')).toContain('Nothing was charged. Please go on here.');
    expect(page.text('main')).not.toContain('something to pay');
    expect(await payments()).toEqual([]);
  });

  it('repeats the decline of the card on Pay now in another tab, and reports no changed price', async () => {
    const { browser } = await serveSite();
    await walkTo(browser, 'payment/review', withCard(CARDS.declined));
    const tab = await tabAt(browser, '/payment/review');
    expect((await browser.press('Pay now')).errors).toEqual(['Payment method declined']);
    const page = await tab.press('Pay now');
    expect([page.path, page.errors]).toEqual(['/payment/method', ['Payment method declined']]);
    expect(page.text('main')).not.toContain('The price has changed');
  });

  it('explains on leaving /alacarte that a ready-made package was chosen', async () => {
    const { browser } = await serveSite();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'step3', answers);
    browser.fill({ packageId: '2041' });
    await browser.press('Continue');
    const tab = await tabAt(browser, '/alacarte');
    await browser.open('/step3');
    await submitStep(browser, 'step3', answers);
    tab.fill(answers.alacarte);
    const page = await tab.press('Continue');
    expect(page.path).toBe('/payment/billing');
    expect(page.text('main')).toContain('An earlier answer was changed since you opened that page');
    expect((await tab.reload()).text('main')).not.toContain('An earlier answer was changed');
  });

  it.each(['the receipt', 'Exit'])('reports an outdated review after %s', async (what) => {
    const { browser, payments } = await serveSite();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/review', answers);
    const tab = await tabAt(browser, '/payment/review');
    if (what === 'Exit') await browser.press('Exit this page');
    else {
      await submitStep(browser, 'payment/review', answers);
      await submitStep(browser, 'credentials', answers);
      await browser.waitForRefresh();
    }
    const before = await payments();
    const page = await tab.press('Pay now');
    expect([page.status, page.heading]).toEqual([409, OUT_OF_DATE]);
    expect(await payments()).toEqual(before);
  });
});

describe('two invites in two tabs', () => {
  async function openBoth() {
    const site = await serveSite();
    const { browser } = site;
    const answers = coParentOfMinnesota();
    await browser.open(INVITE);
    await walkInvitedTo(browser, 'payment/review', answers);
    const other = await tabAt(browser, ANOTHER_INVITE);
    const readOther = () =>
      site.store.db.selectFrom('backend_invitations').selectAll().where('id', '=', '9006').executeTakeFirst();
    return { ...site, browser, other, answers, readOther };
  }

  it('charge the first tab for its own invite until the second one is accepted', async () => {
    const { browser, other, readOther, store } = await openBoth();
    expect(other.page.heading).toContain('Somebody else');
    const before = await readOther();
    expect((await browser.press('Pay now')).path).toBe('/invite');
    expect(await readOther()).toEqual(before);
    const attempts = await store.db.selectFrom('backend_payment_attempts').select(['signup_id', 'state']).execute();
    expect(attempts).toEqual([{ signup_id: '9001', state: 'settled' }]);
  });

  it('show an explanation at Pay now in the first tab after the second invite is accepted', async () => {
    const { browser, other, payments, readOther } = await openBoth();
    await other.press('Accept the invitation');
    const before = await readOther();
    const page = await browser.press('Pay now');
    expect([page.status, page.heading]).toEqual([409, OUT_OF_DATE]);
    expect(page.link('Go to the current sign-up')).toBe('/app/join/invite');
    expect(await payments()).toEqual([]);
    expect(await readOther()).toEqual(before);
  });
});

it.each(['packages', 'choose-your-own', 'payment', 'billing-info', 'payment/review'])(
  'redirects /invite/%s to the first step of an invite without answers',
  async (path) => {
    const { browser } = await serveSite();
    await browser.open(INVITE);
    await browser.follow('Get Started');
    expect((await browser.open(`/invite/${path}`)).path).toBe('/invite/step1');
  },
);

describe('For Parents during an invite', () => {
  async function chooseForParents() {
    const { browser, openBrowser } = await serveSite();
    const answers = coParentOfMinnesota();
    await browser.open(INVITE);
    await walkInvitedTo(browser, 'packages', answers);
    await browser.open('/signup');
    await browser.follow('For Parents');
    await browser.follow('No');
    expect([browser.page.path, browser.page.heading]).toEqual([
      '/invite?begin',
      'You have begun to join with an invitation',
    ]);
    expect(browser.page.html).not.toContain(String(answers.step1.email));
    return { browser, openBrowser, answers };
  }

  it('continues with the invitation on request', async () => {
    const { browser, answers } = await chooseForParents();
    await browser.press('Go on with the invitation');
    expect(browser.page.path).toBe('/invite');
    await browser.follow('Get Started');
    expect(browser.page.path).toBe('/invite/packages');
    expect((await browser.open('/invite/step1')).values.email).toBe(answers.step1.email);
  });

  it('begins a separate sign-up on request, and the link still works', async () => {
    const { browser, openBrowser, answers } = await chooseForParents();
    const old = await tabAt(browser, '/invite/packages');
    await browser.press('Begin a separate sign-up');
    expect([browser.page.path, browser.page.values.email]).toEqual(['/step1', '']);
    await submitStep(browser, 'step1', parentOfMinnesota());
    expect(browser.page.path).toBe('/step2');
    old.fill(answers.packages);
    expect((await old.press('Continue')).status).toBe(409);
    expect((await openBrowser().open(INVITE)).heading).toContain('steps away');
  });
});

it('shows a total that matches the co-parent’s checkbox after Back', async () => {
  const { browser } = await serveSite();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/method', answers);
  browser.fill({ isPayingForCoparent: true });
  await browser.press('Back');
  const page = await browser.open('/payment/method');
  expect(page.values.isPayingForCoparent).toBe('on');
  expect(page.figure('Total')).toBe('$359.10');
  browser.fill({ isPayingForCoparent: false });
  await browser.press('Back');
  expect((await browser.open('/payment/method')).figure('Total')).toBe('$179.55');
});

describe('the invitation on the review', () => {
  it('names the invited person, and a change by another tab is reported', async () => {
    const { browser, charges } = await serveSite();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/review', answers);
    const invitation = `Ben Lee, ${String(answers.step2.email)}`;
    expect(browser.page.figure('Invitation')).toBe(invitation);
    const tab = await tabAt(browser, '/step2');
    tab.fill({ ...answers.step2, firstName: 'Bernd', email: 'bernd@example.com' });
    await tab.pressEnter();
    const page = await browser.press('Pay now');
    expect([page.status, page.path]).toEqual([422, '/payment/review']);
    expect(page.text('main')).toContain("Your co-parent's invitation now goes to Bernd Lee (bernd@example.com).");
    expect(charges()).toEqual([]);
    expect((await browser.press('Pay now')).path).toBe('/credentials');
  });

  it('states that it is not sent to a co-parent without an e-mail', async () => {
    const { browser } = await serveSite();
    const answers = parentOfMinnesota();
    const step2 = { ...answers.step2, email: '', knowsCoParentEmail: 'no', phoneNumber: '612 555 0144' };
    await walkTo(browser, 'payment/review', { ...answers, step2 });
    expect(browser.page.figure('Invitation')).toContain('not invited');
  });
});
