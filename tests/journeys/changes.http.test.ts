import { beforeEach, describe, expect, it } from 'vitest';
import { parentOfMinnesota, type ParentAnswers } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { withStore } from '~tests/servers/store-file';
import { useSharedServer } from '~tests/servers/use-shared-server';
import { walkTo } from '~tests/walks/walk-parent';

const server = useSharedServer();
let browser: PlainBrowser;
let answers: ParentAnswers;
beforeEach(async () => {
  browser = server.openBrowser();
  answers = parentOfMinnesota();
  await walkTo(browser, 'payment/review', answers);
});

describe('a Change link on the review', () => {
  it.each([
    [1, '/step1', { email: 'new.address@example.com' }, 'Email', 'new.address@example.com'],
    [2, '/payment/billing', { city: 'Duluth' }, 'Billing', 'Duluth'],
    [3, '/payment/method', {}, 'Payment', '1111'],
  ])('number %i opens %s, and Continue returns to the review', async (number, path, typed, figure, shown) => {
    expect((await browser.follow('Change', number)).path).toBe(path);
    browser.fill(typed);
    const page = await browser.press('Continue');
    expect([page.path, page.figure(figure)]).toEqual(['/payment/review', expect.stringContaining(shown)]);
    expect((await browser.press('Pay now')).path).toBe('/credentials');
  });

  it('shows the new price if the address changed the tax', async () => {
    await browser.follow('Change', 2);
    browser.fill({ region: 'TX', postalCode: '73301' });
    expect((await browser.press('Continue')).errors).toEqual(['Choose your time zone']);
    browser.fill({ timezone: 'America/Chicago' });
    await browser.press('Continue');
    expect([browser.page.path, browser.page.figure('Total')]).toEqual(['/payment/review', '$181.86']);
  });
});

describe('a changed earlier answer', () => {
  it('requires only the co-parent’s e-mail again if the parent enters the same one', async () => {
    await browser.open('/step1');
    browser.fill({ email: answers.step2.email! });
    const step2 = await browser.press('Continue');
    expect([step2.path, step2.values.firstName]).toEqual(['/step2', 'Ben']);
    // The page says why it opens again, also after a redirect.
    for (const page of [step2, await browser.open('/payment/review')]) {
      expect([page.path, page.errors, page.title]).toEqual([
        '/step2',
        ['The email of the co-parent cannot be the same as your email.'],
        expect.stringMatching(/^Error: /),
      ]);
      expect(page.errorOf('email')).toBe('The email of the co-parent cannot be the same as your email.');
    }
    // A draft keeps the reason, names nothing else, and no longer needs it once it has another e-mail.
    browser.fill({ firstName: '' });
    await browser.press('Back');
    expect((await browser.open('/step2')).errors).toEqual([
      'The email of the co-parent cannot be the same as your email.',
    ]);
    browser.fill({ email: 'another.ben@example.com' });
    await browser.press('Back');
    expect((await browser.open('/step2')).errors).toEqual([]);
    browser.fill({ firstName: 'Ben' });
    expect((await browser.press('Continue')).path).toBe('/payment/review');
  });

  it.each(['I need more time', 'Español'])('reports no error of the reopened form after %s', async (button) => {
    const isMoreTime = button === 'I need more time';
    await browser.open('/step1');
    browser.fill({ email: answers.step2.email! });
    await browser.press('Continue');
    if (!isMoreTime) browser.fill({ email: 'another.ben@example.com' });
    const page = await browser.press(button);
    expect([page.path.split('?')[0], page.title.includes('Error'), page.errors]).toEqual(['/step2', false, []]);
    expect(page.errorOf('email')).toBe(
      isMoreTime ? 'The email of the co-parent cannot be the same as your email.' : '',
    );
    expect(page.text('main [role=status][autofocus]') !== '').toBe(isMoreTime);
  });

  it('keeps the package after a change of the phone’s country, because the billing country decides', async () => {
    await browser.open('/step1');
    browser.fill({ countryCode: '+44', phoneNumber: '2079460958' });
    const page = await browser.press('Continue');
    expect([page.path, page.figure('Total')]).toEqual(['/payment/review', '$179.55']);
    expect((await browser.open('/payment/billing')).text('#contact')).toContain('+44 20 7946 0958');
  });

  it('returns to the review with the new price after a change of the package', async () => {
    await browser.open('/step3');
    expect(browser.page.values.packageId).toBe('2021');
    browser.fill({ packageId: '2011' });
    const page = await browser.press('Continue');
    expect([page.path, page.figure('Total')]).toEqual(['/payment/review', '$128.25']);
  });

  it('requires the card again after a change of the billing country', async () => {
    await browser.follow('Change', 2);
    browser.fill({ country: 'CA' });
    await browser.press('Update');
    browser.fill({ region: 'ON', timezone: 'America/Toronto', postalCode: 'K1A 0B1' });
    const page = await browser.press('Continue');
    expect([page.path, page.text('.notice')]).toEqual(['/payment/method', '']);
  });

  it('shows the new price before charging if it was made in another tab', async () => {
    const stale = browser.page;
    await browser.open('/step3');
    browser.fill({ packageId: '2031' });
    await browser.press('Continue');
    const page = await browser.post('/payment/review', stale.submission(stale.button('Pay now')).body.toString());
    expect([page.status, page.errors.join()]).toEqual([422, expect.stringContaining('nothing was charged')]);
    expect(page.figure('Total')).toBe('$230.85');
    expect((await browser.press('Pay now')).path).toBe('/credentials');
  });

  // Step 1 sends the phone and no time zone, so it must not erase the one from billing.
  it('keeps phone, e-mail and the time zone of the billing form for the account', async () => {
    await browser.follow('Change', 1);
    browser.fill({ phoneNumber: '6125550777' });
    await browser.press('Continue');
    await browser.follow('Change', 1);
    browser.fill({ email: `changed.${answers.step1.email as string}` });
    await browser.press('Continue');
    await browser.press('Pay now');
    const account = withStore(server.running.dataDir, (database) =>
      database
        .prepare('select answers from backend_accounts where email = ?')
        .get(`changed.${answers.step1.email as string}`),
    ) as { answers: string };
    const parent = { phoneNumber: '6125550777', timeZone: 'America/Chicago' };
    expect(JSON.parse(account.answers)).toMatchObject({ PARENT: { parent } });
  });
});
