import { expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { connectSpareBackend } from '~tests/fakes/spare-backend';
import { JOURNEY_ROUTES } from '~tests/servers/all-routes';
import { serveRoutes, type Trouble } from '~tests/servers/serve-routes';
import { PAYING_STEPS, walkInvited } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import { walkProfessionalTo } from '~tests/walks/walk-professional';

/** The three journeys over a backend that answers with the product's documented keys alone, but for its option lists. */
async function serve() {
  let spare!: Awaited<ReturnType<typeof connectSpareBackend>>;
  let lists!: Trouble;
  const served = await serveRoutes(
    JOURNEY_ROUTES,
    () => lists,
    async (embedded) => {
      spare = await connectSpareBackend(embedded);
      lists = { lookups: embedded.lookups, reference: embedded.reference };
      return spare.client;
    },
  );
  return { ...served, missing: spare.missing };
}

it('parent A comes to the receipt, which shows what is known', async () => {
  const { browser, missing } = await serve();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/review', answers);
  expect(browser.page.figure('Total')).toBe('$179.55');
  await submitStep(browser, 'payment/review', answers);
  expect(browser.page.path).toBe('/credentials');
  await submitStep(browser, 'credentials', answers);
  await browser.waitForRefresh();
  expect([browser.page.path, browser.page.heading]).toEqual(['/receipt', 'Account activated!']);
  expect(browser.page.figure('Total')).toBe('$179.55');
  expect(browser.page.figure('Transaction')).toContain('t-1');
  expect(missing()).toEqual(
    expect.arrayContaining([
      'packages.list [].price',
      'registrations.price totals.totalFormatted',
      'registrations.pay receipt.totals.totalFormatted',
      'registrations.pay receipt.transactionDateTime',
      'registrations.pay registration.parent.familyId',
      'credentials.usernameAvailability meetsRequirements',
    ]),
  );
});

it('an invited parent comes to the receipt, with the packages of their country', async () => {
  const { browser, missing } = await serve();
  await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
  await walkInvited(browser, PAYING_STEPS, coParentOfMinnesota());
  await browser.waitForRefresh();
  expect([browser.page.path, browser.page.heading]).toEqual(['/invite/receipt', "You're all set!"]);
  expect(browser.page.figure('Total')).toBe('$179.55');
  expect(missing()).toEqual(expect.arrayContaining(['invites.get packageIds', 'invites.get parent']));
});

it('a professional sees the account as they typed it', async () => {
  const { browser, missing } = await serve();
  const answers = lawyerOfMinnesota();
  await walkProfessionalTo(browser, 'done', answers);
  expect(browser.page.text('main')).toContain(String(answers.practice.practiceName));
  expect(missing()).toContain('professional.create practiceName');
});
