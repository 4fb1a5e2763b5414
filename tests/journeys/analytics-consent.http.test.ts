import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { PARENT_STEPS, parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { openSite, type Site } from '~tests/servers/site';
import { STORAGE_PRICED_BY_ID, priceStorageById } from '~tests/servers/storage-priced-by-id';
import { submitInvitedStep, walkInvited } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const QUESTION = '.analytics-question';
const INVITE = '/invite?token=demo-invite-by-parent&userId=9001';

let served: Site;

priceStorageById();

beforeAll(async () => {
  served = await openSite({ env: STORAGE_PRICED_BY_ID });
});

afterAll(async () => {
  await served.close();
});

let readLines = 0;
const logged = () => served.log().split('\n');
/** The names of the events since the previous test. */
const eventsSince = () =>
  logged()
    .slice(readLines)
    .flatMap((line) => {
      const { analytics } = JSON.parse(line || '{}') as { analytics?: { name: string } };
      return analytics ? [analytics.name] : [];
    });

afterEach(() => void (readLines = logged().length - 1));

function openBrowser(headers: Record<string, string> = {}) {
  const browser = new PlainBrowser(served.browser.origin);
  const send = browser.send.bind(browser);
  browser.send = (verb, url, body, own) => send(verb, url, body, { ...own, ...headers });
  return browser;
}

async function openAfterAnswering(answer: 'Yes' | 'No') {
  const browser = openBrowser();
  await browser.open('/signup?pv=MjA=');
  expect((await browser.press(answer)).$(QUESTION)).toHaveLength(0);
  expect(browser.page.url.href).toContain('/signup?pv=MjA=');
  return browser;
}

/** Changes the answer on the page that the footer links to, and returns. */
async function changeAnswer(browser: PlainBrowser, answer: 'Yes' | 'No') {
  const { path } = browser.page;
  const explained = (await browser.follow('Usage statistics')).text('main');
  expect(explained).toContain('Some visitors who agree see another version of a page, or other offers and prices.');
  const page = await browser.press(answer);
  expect(page.text('.notice')).toContain(answer === 'Yes' ? 'You said yes' : 'You said no');
  expect((await browser.follow('Back to where you were')).path).toBe(path);
}

/** Storage is a choice only for visitors who consented: it is included for the others. */
function answersWithStorage(first: 'Yes' | 'No') {
  const answers = { ...parentOfMinnesota(), step3: { packageId: '2041' } };
  answers.alacarte = { subscription: 'SUB1YEAR', ...(first === 'Yes' && { myfiles: true }) };
  return answers;
}

it('asks only on the landing pages, and reports nothing without an answer', async () => {
  const browser = openBrowser();
  expect((await browser.open('/signup')).$(QUESTION).text()).toContain('May we count how this site is used?');
  const answers = parentOfMinnesota();
  const asked = new Set<string>();
  browser.onPage = (page) => void (page.$(QUESTION).length > 0 && asked.add(page.path));
  await walkTo(browser, 'credentials', answers);
  await submitStep(browser, 'credentials', answers);
  expect((await browser.open('/receipt')).$('#data-layer')).toHaveLength(0);
  expect([[...asked], eventsSince(), browser.jar.has('join_consent')]).toEqual([[], [], false]);
  const kept = served.store.db.selectFrom('backend_registrations').select('anonymous_id');
  expect(await kept.where('email', '=', String(answers.step1.email)).execute()).toEqual([{ anonymous_id: null }]);
});

it('reports events from consent until its withdrawal', async () => {
  const browser = await openAfterAnswering('Yes');
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/billing', answers);
  expect(eventsSince()).toEqual(['experiment viewed', 'checkout step viewed']);
  await changeAnswer(browser, 'No');
  await submitStep(browser, 'payment/billing', answers);
  await submitStep(browser, 'payment/method', answers);
  await submitStep(browser, 'payment/review', answers);
  expect(eventsSince()).toHaveLength(2);
  await changeAnswer(browser, 'Yes');
  await submitStep(browser, 'credentials', answers);
  expect((await browser.waitForRefresh()).$('#data-layer')).toHaveLength(1);
});

it('does not ask again after a refusal, in any journey', async () => {
  const browser = await openAfterAnswering('No');
  for (const path of ['/signup', INVITE]) expect((await browser.open(path)).$(QUESTION), path).toHaveLength(0);
  expect(eventsSince()).toEqual([]);
});

it('asks again when an invite replaces the sign-up in the browser', async () => {
  const browser = await openAfterAnswering('Yes');
  await walkTo(browser, 'step2', parentOfMinnesota());
  await browser.open(INVITE);
  const { value } = browser.page.$('button[value=join]').get(0)!.attribs;
  expect(value).toBe('join');
  await browser.press(browser.page.$('button[value=join]').text());
  expect([browser.page.path, browser.page.$(QUESTION).length]).toEqual(['/invite', 1]);
});

it('deletes the answer with Exit this page', async () => {
  const browser = await openAfterAnswering('Yes');
  expect(browser.jar.get('join_consent')).toMatchObject({ httpOnly: true, path: '/app/join', sameSite: 'lax' });
  await browser.press('Exit this page');
  expect(browser.jar.has('join_consent')).toBe(false);
});

it.each([['sec-gpc'], ['dnt']])('treats %s as a refusal, does not ask, and ignores consent', async (header) => {
  const browser = openBrowser({ [header]: '1' });
  expect((await browser.open('/signup')).$(QUESTION)).toHaveLength(0);
  const statistics = await browser.follow('Usage statistics');
  expect(statistics.text('.notice')).toContain('Your browser asks sites not to follow you');
  expect(statistics.$('main form')).toHaveLength(0);
  await browser.post('/statistics', { answer: 'yes' });
  await walkTo(browser, 'payment/billing', parentOfMinnesota());
  expect(eventsSince()).toEqual([]);
});

it('links and redirects back only to pages of this host', async () => {
  const browser = openBrowser();
  await browser.open('/signup');
  for (const page of ['//evil.example', '/\\evil.example', 'https://evil.example/']) {
    expect((await browser.open(`/statistics?page=${encodeURIComponent(page)}`)).html).not.toContain('href="//evil');
    expect(browser.page.texts('main a')).toEqual([]);
    expect((await browser.post('/statistics', { answer: 'no', page })).path).toBe('/statistics');
  }
});

it.each([
  { first: 'No', then: 'Yes', option: 'Included', total: '$96.00' },
  { first: 'Yes', then: 'No', option: '$24.00 a year', total: '$120.00' },
] as const)(
  'keeps the price of a sign-up that began with $first when the answer becomes $then',
  async ({ first, then, option, total }) => {
    const browser = await openAfterAnswering(first);
    const answers = answersWithStorage(first);
    await walkTo(browser, 'alacarte', answers, PARENT_STEPS);
    const shown = () => browser.page.text(':is(label[for=answers-myfiles], .included:contains("storage")) .price');
    expect(shown()).toBe(option);
    await changeAnswer(browser, then);
    expect(shown()).toBe(option);
    await submitStep(browser, 'alacarte', answers);
    expect(browser.page.text('.order-summary summary strong')).toBe(total);
    await submitStep(browser, 'payment/billing', answers);
    await submitStep(browser, 'payment/method', answers);
    expect((await submitStep(browser, 'payment/review', answers)).path).toBe('/credentials');
  },
);

it('keeps the price of an invited co-parent who consents later', async () => {
  const browser = openBrowser();
  const own = answersWithStorage('No').alacarte;
  const answers = { ...coParentOfMinnesota(), packages: { packageId: '2041' }, 'choose-your-own': own };
  await browser.open(INVITE);
  await browser.press('No');
  await walkInvited(browser, ['step1', 'packages', 'choose-your-own'], answers);
  expect(browser.page.path).toBe('/invite/payment/billing');
  const price = () => browser.page.text('.order-summary summary strong');
  expect(price()).toBe('$96.00');
  await changeAnswer(browser, 'Yes');
  expect(price()).toBe('$96.00');
  await submitInvitedStep(browser, 'payment/billing', answers);
  // With 6.875% tax.
  expect(price()).toBe('$102.60');
});

it('charges an invited co-parent what this browser showed, whatever they answered in another', async () => {
  const openReview = async (answer: 'Yes' | 'No') => {
    const browser = openBrowser();
    const own = answersWithStorage(answer).alacarte;
    const answers = { ...coParentOfMinnesota(), packages: { packageId: '2041' }, 'choose-your-own': own };
    await browser.open(INVITE);
    await browser.press(answer);
    await walkInvited(browser, ['step1', 'packages'], answers);
    const option = browser.page.text(':is(label[for=answers-myfiles], .included:contains("storage")) .price');
    await walkInvited(browser, ['choose-your-own', 'payment/billing', 'payment/method'], answers);
    return { browser, shown: [option, browser.page.figure('Total')] };
  };
  const agreed = await openReview('Yes');
  const refused = await openReview('No');
  // With 6.875% tax.
  expect(agreed.shown).toEqual(['$24.00 a year', '$128.25']);
  expect(refused.shown).toEqual(['Included', '$102.60']);
  expect((await agreed.browser.reload()).figure('Total')).toBe('$128.25');
  expect((await refused.browser.press('Pay now')).path).toBe('/invite/credentials');
});

it('shows neither the question nor its page if ANALYTICS_CONSENT is off', async () => {
  const other = await openSite({ env: { ANALYTICS_CONSENT: 'off' } });
  try {
    const page = await other.browser.open('/signup');
    expect([page.$(QUESTION).length, page.texts('footer a').includes('Usage statistics')]).toEqual([0, false]);
    expect((await other.browser.open('/statistics')).status).toBe(404);
  } finally {
    await other.close();
  }
});
