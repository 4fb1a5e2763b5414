import { describe, expect, it } from 'vitest';
import { expectPage } from '~tests/browser/expect-page';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { CHECKOUT_PAGES, PARENT_PAGES } from '~tests/walks/parent-pages';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { sendRequest } from '~tests/servers/raw-request';
import type { LogLine } from '~tests/servers/server-under-test';
import { useServer } from '~tests/servers/use-server';
import { walkTo } from '~tests/walks/walk-parent';

const server = useServer();
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

async function openAt(step: 'step2' | 'payment/review', answers = parentOfMinnesota()): Promise<PlainBrowser> {
  const browser = server.openBrowser();
  await walkTo(browser, step, answers);
  return browser;
}

describe('a session cookie', () => {
  const forged: [what: string, value: (real: string) => string][] = [
    ['no value', () => ''],
    ['garbage', () => '%E0%A4%A'],
    // cspell:ignore lnbm
    ['an invented value', () => encodeURIComponent(`${btoa('"made-up"')}.c2lnbmF0dXJl`)],
    ['a missing signature', (real) => real.split('.')[0]!],
    ['the signature of another value', (real) => `${btoa('"made-up"')}.${real.split('.')[1]}`],
    ['an object', () => encodeURIComponent(`${btoa('{"id":"x"}')}.x`)],
    ['6,000 characters', () => 'x'.repeat(6_000)],
    ['another value before the real one', (real) => `other; join=${real}`],
  ];

  it.each(forged)('opens no other visitor’s answers and loses none, with %s', async (_what, make) => {
    const answers = parentOfMinnesota();
    const browser = await openAt('step2', answers);
    const real = browser.jar.get('join')!.value;
    const visitor = browser.jar;
    browser.jar = visitor.copy();
    browser.jar.set('join', make(real));
    for (const path of PARENT_PAGES) {
      const page = await browser.open(path);
      expectPage(page);
      expect(page.html, path).not.toContain(answers.step1.email);
      if (CHECKOUT_PAGES.includes(path)) expect([page.path, page.values.firstName], path).toEqual(['/step1', '']);
    }
    const page = await browser.post('/step2', { firstName: 'Ben' });
    expectPage(page, 409);
    expect(page.html).not.toContain(answers.step1.email);

    browser.jar = visitor;
    expect((await browser.open('/step1')).values).toMatchObject({ firstName: 'Ann', email: answers.step1.email });
  });

  it('opens the visitor’s answers with another value after the real one', async () => {
    const answers = parentOfMinnesota();
    const browser = await openAt('step2', answers);
    browser.jar.set('join', `${browser.jar.get('join')!.value}; join=other`);
    expect((await browser.open('/step1')).values).toMatchObject({ firstName: 'Ann', email: answers.step1.email });
    await browser.open('/step2');
    browser.fill(answers.step2);
    expect((await browser.press('Continue')).path).toBe('/step3');
  });
});

describe('a browser that keeps no cookies', () => {
  it.each([
    ['en', '1-800-555-0199'],
    ['en-GB', '0808 157 0192'],
  ])('gets an explanation and the phone number for %s after its first form', async (language, phone) => {
    const headers = { ...FORM, 'accept-language': language };
    const answer = await sendRequest(server.running.url, 'POST', '/app/join/step1', headers, 'firstName=Ann');
    expect([answer.status, answer.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('<h1>Your browser blocks cookies</h1>');
    expect(answer.text).toContain(phone);
  });

  it('can still exit', async () => {
    const answer = await sendRequest(server.running.url, 'POST', '/app/join/exit', FORM);
    expect(answer.status).toBe(303);
  });
});

describe('a post from another site', () => {
  it.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
  ])('is rejected with %j, pays nothing and loses nothing', async (headers) => {
    const browser = await openAt('payment/review');
    const body = browser.page.submission(browser.page.button('Pay now')).body.toString();
    for (const [path, form] of [
      ['/payment/review', body],
      ['/step1', 'firstName=Eve'],
      ['/exit', ''],
    ] as const) {
      const page = await browser.post(path, form, headers);
      expectPage(page, 403);
      expect(page.heading).toBe('We did not accept this');
    }
    expect((await browser.open('/step1')).values.firstName).toBe('Ann');
    expect((await browser.open('/payment/review')).heading).toBe('Review and pay');
    expect((await browser.open('/demo')).$('[data-payment]')).toHaveLength(0);
  });
});

describe('the endpoints of Remix’s own runtime', () => {
  it.each([
    '/step1.data',
    '/payment/review.data',
    '/_root.data',
    '/step1?_data=routes%2Fstep1',
    '/step1?_data',
    '/step1.DATA/',
  ])('do not include %s', async (path) => {
    const browser = await openAt('step2');
    expectPage(await browser.open(path), 404);
    expectPage(await browser.post(path, { firstName: 'Eve' }), 404);
    expect((await browser.open('/step1')).values.firstName).toBe('Ann');
  });

  it.each([
    '/app/join//evil.example',
    '//evil.example/app/join/step1',
    '/app/join/%E0%A4%A',
    '/app/join/step1\\..',
    '/app/join/%00',
  ])('return a page for the target %s', async (target) => {
    const answer = await sendRequest(server.running.url, 'GET', target);
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.text).toMatch(/<h1[^>]*>[^<]+<\/h1>/);
  });
});

describe('a browser that does not send the origin of its posts', () => {
  async function openText(): Promise<PlainBrowser> {
    const browser = server.openBrowser();
    browser.sendsOrigin = false;
    await browser.open('/step1');
    browser.marks.clear();
    return browser;
  }

  it('continues with the token of its form, changes the language and exits', async () => {
    const browser = await openText();
    browser.fill(parentOfMinnesota().step1);
    expect((await browser.press('Español')).path).toBe('/step1');
    expect((await browser.press('Continuar')).path).toBe('/step2');
    await browser.open('/signup');
    expect((await browser.press('English')).heading).not.toContain('¿');
    expect((await browser.press('Exit this page')).url.pathname).toBe('/app/join/exit');
    expect(browser.jar.has('join_visitor')).toBe(false);
  });

  const OF_ANOTHER = `page-0a1b2c3d=${'A'.repeat(44)}`;

  it('can resend all typed values without a token', async () => {
    const browser = await openText();
    const { step1 } = parentOfMinnesota();
    const page = await browser.post('/step1', step1 as Record<string, string>);
    expectPage(page, 403);
    expect(page.heading).toBe('Please send this once more');
    expect(page.texts('main ul li')).toEqual(['Ann', "O'Neil", step1.email, '+1', '(612) 555-0100']);
    expect(page.headers.get('cache-control')).toBe('no-store, no-cache');
    expect((await browser.press('Send again')).path).toBe('/step2');
    expect((await browser.open('/step1')).values).toMatchObject({ firstName: 'Ann', email: step1.email });
  });

  it('gets no typed values back with another visitor’s token, and can still exit', async () => {
    const browser = await openText();
    const { step1 } = parentOfMinnesota();
    const form = new URLSearchParams(step1 as Record<string, string>).toString();
    const page = await browser.post('/step1', `${OF_ANOTHER}&${form}`);
    expectPage(page, 403);
    expect(page.heading).toBe('This page is out of date');
    expect(page.html).not.toMatch(/O'Neil|O&#x27;Neil|@example\.com|555-0100/);
    expect((await browser.post('/exit', OF_ANOTHER)).heading).toBe('Please send this once more');
    await browser.press('Send again');
    expect(browser.jar.has('join_visitor')).toBe(false);
  });

  it('does not get a password or a card back without a token', async () => {
    const browser = await openText();
    const page = await browser.post('/payment/method', {
      cardNumber: '4111111111111111',
      password: 'correct-horse-7',
      cardHolderName: 'Ann',
    });
    expect(page.html).not.toMatch(/4111111111111111|correct-horse/);
    expect(page.text('main')).toContain('you will be asked for them again');
    expect(page.text('main ul')).toBe('Ann');
  });

  it('must confirm exit and language switch without a token, and reaches no resource', async () => {
    const browser = await openText();
    for (const [path, body, heading] of [
      // A rejected language switch is explained in the requested language.
      ['/language', { language: 'es', page: '/signup' }, 'Por favor, envíe esto una vez más'],
      ['/exit', {}, 'Please send this once more'],
      ['/lookup/username', { username: 'ann' }, 'Please send this once more'],
    ] as const) {
      const page = await browser.post(path, body);
      expectPage(page, 403);
      expect(page.heading).toBe(heading);
    }
    await browser.post('/language', { language: 'es', page: '/signup' });
    expect((await browser.press('Enviar de nuevo')).$('html').attr('lang')).toBe('es');
  });
});

describe('a hidden field', () => {
  it('does not decide whether a visitor is a bot, on the page of either parent’s contact', async () => {
    const browser = server.openBrowser();
    await browser.open('/step1');
    const found = new Set<unknown>();
    for (const [step, next] of Object.entries({ step1: '/step2', step2: '/step3' })) {
      browser.fill({ ...parentOfMinnesota()[step as 'step1' | 'step2'], website: 'https://example.com/' });
      expect((await browser.press('Continue')).path).toBe(next);
      const isNew = ({ event, requestId }: LogLine) => event === 'honeypot' && !found.has(requestId);
      found.add((await server.running.findLogLine(isNew)).requestId);
    }
  });
});
