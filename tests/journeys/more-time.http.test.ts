import { expect, it } from 'vitest';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { withStore } from '~tests/servers/store-file';
import { serveSite, useSite } from '~tests/servers/site';
import { walkTo } from '~tests/walks/walk-parent';
import { submitProfessionalStep, walkProfessionalTo } from '~tests/walks/walk-professional';

const server = useSite();
const MINUTE = 60_000;
const MORE = 'I need more time';
const ERASED = 'What you entered is erased 2 hours after your last step.';

/** Moves the start and the last change of all sessions back in time. */
function age({ begunMinutes, idleMinutes }: { begunMinutes: number; idleMinutes: number }): void {
  const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();
  withStore(server.running.dataDir, (database) =>
    database
      .prepare('update sessions set created_at = ?, expires_at = ?')
      .run(at(-begunMinutes), at(120 - idleMinutes)),
  );
}

function minutesLeft(): number {
  const row = withStore(server.running.dataDir, (database) =>
    database.prepare('select max(expires_at) as at from sessions').get(),
  ) as { at: string };
  return Math.round((Date.parse(row.at) - Date.now()) / MINUTE);
}

it('offers more time on a form, keeps typed values, and shows for how long', async () => {
  const browser = server.openBrowser();
  const page = await walkTo(browser, 'step2', parentOfMinnesota());
  expect(page.text('.more-time[role=status]')).toContain(ERASED);
  expect(page.text('footer')).toContain('or longer if you ask.');
  // WCAG 2.2.1 requires ten extensions.
  for (let time = 1; time <= 10; time += 1) {
    age({ begunMinutes: time * 100, idleMinutes: 119 });
    browser.fill({ firstName: `Ben ${time}`, 'children[0].lastName': 'Lee' });
    const again = await browser.press(MORE);
    expect([again.path.split('?')[0], again.status]).toEqual(['/step2', 200]);
    expect(again.text('main [role=status][autofocus]')).toBe('What you entered is kept for another 2 hours.');
    expect(again.values).toMatchObject({ firstName: `Ben ${time}`, 'children[0].lastName': 'Lee' });
    expect(minutesLeft()).toBe(120);
  }
});

it('returns to the step whose Change link led to the form', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/billing', answers);
  await browser.press('Change');
  expect(browser.page.path).toMatch(/^\/step1\?return=/);
  const page = await browser.press(MORE);
  expect(page.text('main [role=status][autofocus]')).toContain('is kept for another');
  // The page without the message can be asked again.
  await browser.press(MORE);
  expect((await browser.press('Continue')).path).toBe('/payment/billing');
});

it('warns that secrets must be typed again', async () => {
  const browser = server.openBrowser();
  const page = await walkTo(browser, 'payment/method', parentOfMinnesota());
  expect(page.text('.more-time')).toContain('you will be asked for them again');
  browser.fill({ cardHolderName: 'Ann Lee', cardNumber: '4111111111111111' });
  expect((await browser.press(MORE)).values).toMatchObject({ cardHolderName: 'Ann Lee', cardNumber: '' });
});

it('extends the time on the review, and charges nothing', async () => {
  const browser = server.openBrowser();
  await walkTo(browser, 'payment/review', parentOfMinnesota());
  const again = await browser.press(MORE);
  expect([again.path, again.text('main [role=status][autofocus]')]).toEqual([
    expect.stringMatching(/^\/payment\/review/),
    expect.stringContaining('kept for another'),
  ]);
});

it('shows the remaining time near the maximum, and offers no more time', async () => {
  const browser = server.openBrowser();
  await walkTo(browser, 'step2', parentOfMinnesota());
  age({ begunMinutes: 22 * 60 + 25, idleMinutes: 25 });
  const page = await browser.reload();
  expect(page.text('main .notice.warning')).toContain('is kept for another 95 minutes, and cannot be kept longer');
  expect(page.$('.more-time')).toHaveLength(0);
});

it('offers more time to professionals', async () => {
  const browser = server.openBrowser();
  await walkProfessionalTo(browser, 'practice', lawyerOfMinnesota());
  browser.fill({ practiceName: 'Hart Law' });
  const again = await browser.press(MORE);
  expect([again.path.split('?')[0], again.values.practiceName]).toEqual(['/pro/practice', 'Hart Law']);
});

it('offers more time to professionals whose registration failed', async () => {
  const { openBrowser } = await serveSite({
    trouble: ({ professional: { validate } }) => ({
      professional: { validate, create: () => Promise.reject(new Error('down')) },
    }),
  });
  const browser = openBrowser();
  const answers = lawyerOfMinnesota();
  await walkProfessionalTo(browser, 'security', answers);
  const failed = await submitProfessionalStep(browser, 'security', answers);
  expect(failed.text('.more-time[role=status]')).toContain(ERASED);
  const again = await browser.press(MORE);
  expect(again.text('main [role=status][autofocus]')).toBe('What you entered is kept for another 2 hours.');
  expect(again.$('[autofocus]')).toHaveLength(1);
  expect((await browser.press('Try again')).$('.error-summary[autofocus]')).toHaveLength(1);
});

it('offers no more time without answers or after the payment', async () => {
  const browser = server.openBrowser();
  expect((await browser.open('/step1')).$('.more-time')).toHaveLength(0);
  expect((await walkTo(browser, 'credentials', parentOfMinnesota())).$('.more-time')).toHaveLength(0);
});
