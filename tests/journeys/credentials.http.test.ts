import { expect, it } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { withStore } from '~tests/servers/store-file';
import { useSharedServer } from '~tests/servers/use-shared-server';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { walkTo } from '~tests/walks/walk-parent';

const server = useSharedServer();

it.each([
  [{ username: 'taken.name' }, 'username', 'This username cannot be used'],
  [{ username: 'ann@example' }, 'username', 'Usernames cannot contain an at sign (@)'],
  [{ username: 'ann!' }, 'username', 'Must be between 6 and 30 characters'],
  [{ password: 'short-1' }, 'password', 'Must be between 12 and 25 characters'],
  [{ password: 'no-numbers-here' }, 'password', 'Must contain at least 1 number'],
])('%j: shows for %s "%s", and then accepts the valid ones', async (typed, field, message) => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'credentials', answers);
  browser.fill({ ...answers.credentials, ...typed });
  const page = await browser.press('Complete Signup');
  expect(page.status).toBe(422);
  expect(page.errorOf(field)).toContain(message);
  expect(page.values.password).toBe('');
  browser.fill(answers.credentials);
  expect((await browser.press('Complete Signup')).heading).toBe('Your username and password are set');
});

it('asks to retype a valid password, but not an empty one', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'credentials', answers);
  const typeAgain = 'Please type these again, as we never send them back: Password.';
  browser.fill({ ...answers.credentials, username: 'taken.name' });
  expect((await browser.press('Complete Signup')).text('.error-summary p')).toBe(typeAgain);
  browser.fill({ username: 'other!name' });
  expect((await browser.press('Complete Signup')).$('.error-summary p')).toHaveLength(0);
});

it('does not ask for a stored card again after another error', async () => {
  const browser = server.openBrowser();
  await walkTo(browser, 'payment/review', parentOfMinnesota());
  await browser.open('/payment/method');
  browser.fill({ cardHolderName: '', subscriptionCode: 'NOBODY-HAS-THIS' });
  const page = await browser.press('Continue');
  expect(page.status).toBe(422);
  expect(page.$('.error-summary')).toHaveLength(1);
  expect(page.$('.error-summary p')).toHaveLength(0);
});

/** Sends the request of the script. */
async function checkUsername(browser: PlainBrowser, username: string): Promise<[status: number, answer: unknown]> {
  const answer = await browser.send(
    'POST',
    browser.urlOf('/lookup/username'),
    new URLSearchParams({ username }).toString(),
  );
  return [answer.status, JSON.parse(answer.html)];
}

it('sets the credentials once if the same form is posted several times', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await browser.open('/step1');
  expect(await checkUsername(browser, 'somebody.else')).toEqual([403, {}]);
  const form = await walkTo(browser, 'credentials', answers);
  expect(await checkUsername(browser, 'taken.name')).toEqual([200, { meetsRequirements: true, available: false }]);
  expect(await checkUsername(browser, 'somebody.else')).toEqual([200, { meetsRequirements: true, available: true }]);
  expect(await checkUsername(browser, 'ann.o\u2019neil')).toEqual([200, { meetsRequirements: true, available: true }]);
  expect((await browser.send('GET', browser.urlOf('/lookup/username?username=taken.name'))).status).toBe(405);
  form.fill({ ...answers.credentials, username: 'ann.o\u2019neil' });
  const { body } = form.submission(form.button('Complete Signup'));
  const presses = await Promise.all(
    Array.from({ length: 3 }, () => browser.send('POST', browser.urlOf('/credentials'), body.toString())),
  );
  expect(presses.map(({ status }) => status)).toEqual([303, 303, 303]);
  const again = await browser.post('/credentials', body.toString());
  // The stored name has a straight apostrophe. It is the name that was sent.
  expect([again.heading, again.url.search]).toEqual(['Your username and password are set', '']);
  expect(await checkUsername(browser, 'somebody.else')).toEqual([403, {}]);
});

it.each([
  [{}, '5; url=/app/join/receipt'],
  [{ stay: true }, null],
])('refreshes with %j: %s', async (choice, refresh) => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'credentials', answers);
  browser.fill({ ...answers.credentials, password: 'short-1', ...choice });
  // An error keeps the choice.
  await browser.press('Complete Signup');
  browser.fill(answers.credentials);
  const { body } = browser.page.submission(browser.page.button('Complete Signup'));
  const page = await browser.press('Complete Signup');
  expect([page.heading, page.headers.get('refresh')]).toEqual(['Your username and password are set', refresh]);
  // A second press keeps it, too.
  expect((await browser.post('/credentials', body.toString())).headers.get('refresh')).toBe(refresh);
});

// Tests in process hash at a lower cost (tests/support/fakes/quick-argon2.ts).
it('stores a password only as an Argon2id hash of 19 MiB and two passes', async () => {
  const answers = parentOfMinnesota();
  await walkTo(server.openBrowser(), 'receipt', answers);
  const account = withStore(server.running.dataDir, (database) =>
    database
      .prepare('select password_hash from backend_accounts where username = ?')
      .get(String(answers.credentials.username)),
  );
  expect(account).toMatchObject({ password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) });
});
