import { randomUUID } from 'node:crypto';
import { CARDS, parentOfMinnesota } from '~tests/answers/parent-answers';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { openRecordingProxy, type RecordedExchange } from '~tests/fakes/recording-proxy';
import { startServer } from '~tests/servers/server-under-test';
import { PAYING_STEPS, walkInvited, walkInvitedTo } from './walk-invited';
import { submitStep, walkTo } from './walk-parent';
import { submitProfessionalStep, walkProfessionalTo } from './walk-professional';

/** Short enough that a payment with the slow card is answered as pending. */
const BACKEND_TIMEOUT_MS = '1500';

/**
 * Walks the three journeys between a front end and a backend, two processes of their own, and returns what was sent between them. The
 * visitors also make the mistakes that a backend has to answer for. What no page asks is asked by hand.
 */
export async function recordContract(): Promise<RecordedExchange[]> {
  const backend = await startServer({ serves: 'backend', env: { PUBLIC_URL: 'http://join.test', BACKEND_TIMEOUT_MS } });
  const between = await openRecordingProxy(backend.url);
  const frontEnd = await startServer({
    env: { DEMO: 'off', SESSION_SECRET: 's'.repeat(32), BACKEND_URL: between.url },
  });
  const visit = () => new PlainBrowser(frontEnd.url);
  try {
    await signUp(visit());
    await signUpMistaken(visit());
    await signUpPayingForBoth(visit());
    await signUpWithSlowCard(visit());
    await acceptInvite(visit);
    await acceptInviteWithSlowCard(visit());
    await acceptPaidInvite(visit());
    await renewInvite(visit());
    await registerProfessional(visit());
    await registerProfessionalMistaken(visit());
    await askByHand(between.url, between.passed);
  } finally {
    await Promise.all([frontEnd.stop(), backend.stop()]);
    between.close();
  }
  const calls = between.passed.filter(({ address }) => address.startsWith('/v2/'));
  // A page asks for its lists at once, so they come in any order.
  const isList = ({ address }: RecordedExchange) => address.startsWith('/v2/lookups/');
  const lists = calls.filter(isList).toSorted((one, other) => (one.address < other.address ? -1 : 1));
  return [...calls.filter((call) => !isList(call)), ...lists];
}

async function signUp(browser: PlainBrowser): Promise<void> {
  await browser.open('/signup?ado=true&jek=spring&pv=MjA=');
  const answers = parentOfMinnesota('one');
  await walkTo(browser, 'payment/method', answers);
  // Refused by the provider first.
  browser.fill({ ...answers['payment/method'], ...CARDS.declined });
  await browser.press('Continue');
  await submitStep(browser, 'payment/review', answers);
  expectPath(browser, '/payment/method');
  await submitStep(browser, 'payment/method', answers);
  await submitStep(browser, 'payment/review', answers);
  await submitStep(browser, 'credentials', {
    ...answers,
    credentials: { ...answers.credentials, username: 'taken.name' },
  });
  expectPath(browser, '/credentials');
  await submitStep(browser, 'credentials', answers);
  await browser.waitForRefresh();
  expectPath(browser, '/receipt');
}

async function signUpMistaken(browser: PlainBrowser): Promise<void> {
  const answers = parentOfMinnesota('two');
  await browser.open('/step1');
  await submitStep(browser, 'step1', { ...answers, step1: { ...answers.step1, email: 'taken@example.com' } });
  expectPath(browser, '/duplicate');
  await walkTo(browser, 'step2', answers);
  await submitStep(browser, 'step2', { ...answers, step2: { ...answers.step2, email: 'known.coparent@example.com' } });
  expectPath(browser, '/step2');
}

async function signUpPayingForBoth(browser: PlainBrowser): Promise<void> {
  const answers = parentOfMinnesota('three');
  await walkTo(browser, 'payment/method', answers);
  const { 'payment/method': method } = answers;
  browser.fill({ ...method, isPayingForCoparent: true });
  await browser.press('Continue');
  await submitStep(browser, 'payment/review', answers);
  expectPath(browser, '/credentials');
}

async function signUpWithSlowCard(browser: PlainBrowser): Promise<void> {
  const answers = parentOfMinnesota('four');
  Object.assign(answers['payment/method'], CARDS.slow);
  await walkTo(browser, 'payment/review', answers);
  await submitStep(browser, 'payment/review', answers);
  while (browser.page.path === '/payment/review') await browser.waitForRefresh();
  expectPath(browser, '/credentials');
}

async function acceptInvite(visit: () => PlainBrowser): Promise<void> {
  const link = '/invite?token=demo-invite-by-parent&userId=9001';
  const browser = visit();
  await browser.open(link);
  await walkInvited(browser, PAYING_STEPS, coParentOfMinnesota('one'));
  await browser.waitForRefresh();
  expectPath(browser, '/invite/receipt');
  await visit().open(link);
}

async function acceptInviteWithSlowCard(browser: PlainBrowser): Promise<void> {
  const answers = coParentOfMinnesota('two');
  Object.assign(answers['payment/method'], CARDS.slow);
  await browser.open('/invite?token=demo-invite-coupon&userId=9006');
  await walkInvitedTo(browser, 'payment/review', answers);
  await walkInvited(browser, ['payment/review'], answers);
  while (browser.page.path === '/invite/payment/review') await browser.waitForRefresh();
  expectPath(browser, '/invite/credentials');
}

async function acceptPaidInvite(browser: PlainBrowser): Promise<void> {
  await browser.open('/invite?token=demo-invite-paid-no-address&userId=9004');
  await walkInvited(browser, ['step1', 'billing-info', 'credentials'], coParentOfMinnesota('three'));
}

async function renewInvite(browser: PlainBrowser): Promise<void> {
  await browser.open('/invite?token=demo-invite-expired&userId=9005');
  expectPath(browser, '/invite/request');
  await browser.press('Send me a new link');
}

async function registerProfessional(browser: PlainBrowser): Promise<void> {
  await walkProfessionalTo(browser, 'done', lawyerOfMinnesota('one'));
}

async function registerProfessionalMistaken(browser: PlainBrowser): Promise<void> {
  await browser.open('/pro');
  await submitProfessionalStep(browser, 'contact', lawyerOfMinnesota('one'));
  expectPath(browser, '/pro/contact');
}

/** The calls and refusals that no page of a walk leads to: as they were sent, but for what is said here. */
async function askByHand(url: string, passed: readonly RecordedExchange[]): Promise<void> {
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { 'accept-language': 'en', ...headers, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    await answer.text();
  };
  const sent = (method: string, pattern: RegExp) => {
    const found = passed.find((one) => one.method === method && pattern.test(one.address));
    if (!found) throw new Error(`No walk sends ${method} ${pattern.source}`);
    return { ...found, read: JSON.parse(found.body || '{}') as Record<string, object> };
  };
  const pay = sent('POST', /^\/v2\/registrations\/[^/]+\/payment$/);
  const key = { 'x-registration-key': String(pay.headers['x-registration-key']) };
  const registration = pay.address.replace(/\/payment$/, '');
  await ask('GET', `${registration}/coupons`, { ...key, 'x-referrer-key': 'spring' });
  await ask('GET', `${registration}/payments/${String(pay.headers['idempotency-key'])}`, key);
  const unpaid = passed.find(({ address, status }) => address.startsWith('/v2/registrations/') && status === 422)!;
  const unpaidKey = { 'x-registration-key': String(unpaid.headers['x-registration-key']) };
  await ask('GET', `${unpaid.address}/payments/${randomUUID()}`, unpaidKey);

  const invitee = sent('PUT', /^\/v2\/parents\/9004$/);
  const dead = { authorization: 'Bearer demo-invite-expired' };
  await ask('PUT', '/v2/parents/9005', dead, { ...invitee.read, parent: { ...invitee.read.parent, userId: '9005' } });
}

function expectPath(browser: PlainBrowser, path: string): void {
  if (browser.page.path !== path)
    throw new Error(`Meant to reach ${path}, but is on ${browser.page.describe()}: ${browser.page.errors.join()}`);
}
