import { expect, it } from 'vitest';
import { createSealing } from '~/lib/sealing.server';
import type { JoinState } from '~/journeys/join-state';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { withStore } from '~tests/servers/store-file';
import { useSite } from '~tests/servers/site';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import { walkProfessionalTo } from '~tests/walks/walk-professional';

const SECRET = 'a-secret-for-tests-alone-of-more-than-thirty-two-characters';
const server = useSite({ env: { SESSION_SECRET: SECRET } });

/** Returns the state of the newest session. */
function readLastSession(): Partial<JoinState> {
  const row = withStore(
    server.running.dataDir,
    (database) =>
      database.prepare('select data from sessions order by created_at desc, rowid desc limit 1').get() as {
        data: string;
      },
  );
  return JSON.parse(createSealing([SECRET], 'session').open(row.data)) as JoinState;
}

function anotherTab(browser: PlainBrowser): PlainBrowser {
  const tab = new PlainBrowser(browser.origin);
  tab.jar = browser.jar.copy();
  return tab;
}

/** Opens the receipt page of a parent who has not seen it yet. */
async function openDone() {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'credentials', answers);
  await submitStep(browser, 'credentials', answers);
  return { browser, answers };
}

it('keeps token and user id in the session until the credentials are set, and on no page', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'credentials', answers);
  const { paid, card, drafts } = readLastSession();
  const { clickToJoinToken, registration } = paid!;
  expect([typeof clickToJoinToken, typeof registration.parent.userId]).toEqual(['string', 'string']);
  // The payment method is cleared at once.
  expect([card, drafts]).toEqual([undefined, undefined]);
  const tab = anotherTab(browser);
  await browser.send('HEAD', browser.urlOf('/credentials'));
  for (const look of [() => browser.reload(), () => browser.open('/payment/review'), () => tab.open('/step1')]) {
    const page = await look();
    expect([page.path, page.heading]).toEqual(['/credentials', 'Choose your username and password']);
    expect(page.html + JSON.stringify([...page.headers])).not.toContain(clickToJoinToken);
  }
  expect(readLastSession().paid).toMatchObject({ clickToJoinToken, registration: { parent: registration.parent } });
  // The other tab posts the form first, so its credentials are set.
  await submitStep(tab, 'credentials', answers);
  // Tabs share their cookies.
  browser.jar = tab.jar;
  browser.fill({
    username: `other.${answers.credentials.username as string}`.slice(0, 30),
    password: 'other-horse-77',
  });
  expect((await browser.press('Complete Signup')).heading).toBe('Your username and password are set');
  expect(readLastSession().credentials?.username).toBe(answers.credentials.username);
});

it('clears everything after the receipt, in every tab', async () => {
  const { browser, answers } = await openDone();
  const tab = anotherTab(browser);
  expect((await browser.waitForRefresh()).heading).toBe('Account activated!');
  await expect.poll(() => readLastSession().finished).toBe(true);
  expect(JSON.stringify(readLastSession())).not.toContain('clickToJoinToken":"');
  expect((await tab.open('/signup')).status).toBe(200);
  expect(readLastSession()).toEqual({
    lastCompletedStep: 0,
    lastCompletedPaymentStep: 0,
    subscriptionStatus: 'none',
    finished: true,
  });
  for (const one of [browser, tab]) {
    const page = await one.open('/receipt');
    expect(page.heading).toBe('You have tried to reload your receipt.');
    expect(page.html).not.toContain(answers.step1.email as string);
  }
  for (const path of ['/credentials', '/payment/review', '/payment/method']) {
    const page = await tab.open(path);
    expect(page.html, path).not.toContain(answers.step1.email as string);
    expect(page.path, path).not.toBe(path);
  }
  // A new sign-up starts without earlier data.
  await walkTo(browser, 'payment/review', parentOfMinnesota());
});

it.each(['', ' beside a professional’s answers'])(
  'leaves no discount, package or redirect to the next person%s',
  async (beside) => {
    const browser = server.openBrowser();
    if (beside) await walkProfessionalTo(browser, 'practice', lawyerOfMinnesota());
    await browser.open('/signup?ado=true&jek=spring&pv=MjA=&package=PLUS1&redirectUrl=/ofw/gift.form');
    const answers = parentOfMinnesota();
    await walkTo(browser, 'step2', answers);
    expect(readLastSession()).toMatchObject({ discount: { referrer: 'spring' }, redirectUrl: '/ofw/gift.form' });
    await walkTo(browser, 'credentials', answers);
    await submitStep(browser, 'credentials', answers);
    await browser.waitForRefresh();
    await walkTo(browser, 'step3', parentOfMinnesota());
    expect(readLastSession().discount).toBeUndefined();
    expect(readLastSession().preselectedPackage).toBeUndefined();
    expect(readLastSession().redirectUrl).toBeUndefined();
  },
);

it('clears everything when two tabs open the receipt concurrently', async () => {
  const { browser } = await openDone();
  const tab = anotherTab(browser);
  const pages = await Promise.all([browser.open('/receipt'), tab.open('/receipt'), tab.open('/credentials')]);
  for (const { status } of pages) expect(status).toBe(200);
  expect(pages.map(({ heading }) => heading)).toContain('Account activated!');
  await expect.poll(() => Object.keys(readLastSession())).not.toContain('paid');
  expect((await tab.open('/receipt')).heading).toBe('You have tried to reload your receipt.');
});
