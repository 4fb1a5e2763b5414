import { lawyerOfMinnesota, PRACTICES, type ProfessionalAnswers } from '~tests/answers/professional-answers';
import { latch } from '~tests/latch';
import { expectSound } from './expect-sound';
import { fill } from './fill';
import { expect, test, type Page } from './fixtures';
import { openPractice } from './open-at';

const main = (page: Page) => page.locator('main');
const pressContinue = (page: Page) => main(page).getByRole('button', { name: 'Continue', exact: true }).click();
const complete = (page: Page) => page.getByRole('button', { name: 'Complete Signup' }).click();

/** Fills in the practice. Presses Update for the lists if no script loads them. */
async function fillPractice(page: Page, { practice }: ProfessionalAnswers, hasScript: boolean): Promise<void> {
  const { country, region, timezone, roles, ...rest } = practice;
  // These are typed first, because loading the lists must not clear them.
  await fill(page, rest);
  await page.locator('#answers-country').selectOption(String(country));
  const update = page.getByRole('button', { name: 'Update' });
  if (!hasScript) await update.click();
  if (region) {
    await page.locator(`#answers-region option[value="${String(region)}"]`).waitFor({ state: 'attached' });
    await page.locator('#answers-region').selectOption(String(region));
    if (!hasScript) await update.click();
  }
  if (timezone) {
    await page.locator(`#answers-timezone option[value="${String(timezone)}"]`).waitFor({ state: 'attached' });
    await fill(page, { timezone });
  }
  await fill(page, { roles: roles! });
}

/** Collects the origins of all requests. */
function watchOrigins(page: Page): Set<string> {
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  return origins;
}

for (const [country, practice] of Object.entries(PRACTICES)) {
  // Without JavaScript, professional.http.test.ts registers one of each country.
  const tag = country === 'US' ? [] : ['@script'];
  test(
    `registers a professional of ${country}, and sends no request to another site`,
    { tag },
    async ({ page, scripts, server, javaScriptEnabled }) => {
      const hasScript = javaScriptEnabled !== false;
      const origins = watchOrigins(page);
      const answers = { ...lawyerOfMinnesota(), practice };
      await page.goto('signup');
      await page.getByRole('link', { name: 'For Professionals' }).click();
      await fill(page, answers.contact);
      await pressContinue(page);
      await expect(page).toHaveURL(/\/pro\/practice$/);
      await fillPractice(page, answers, hasScript);
      await pressContinue(page);
      await expect(page).toHaveURL(/\/pro\/security$/);
      await fill(page, answers.security);
      await complete(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Iris!');
      await expect(main(page)).toContainText(String(practice.practiceName));
      expect([...origins]).toEqual([server.url]);
      // The scripts load the lists, and show the progress of the last step.
      expect([...scripts]).toEqual(hasScript ? ['/app/join/pro/practice', '/app/join/pro/security'] : []);
      await expect(page.locator('script')).toHaveCount(0);
      // The metric counts posts by whether the page's script ran, did not run, or did not exist.
      const metrics = await server.readMetrics();
      const completed = (step: string, script: string) => {
        const series = `joinery_step_posts_total{journey="professional",step="${step}",outcome="completed",script="${script}"} `;
        return Number(metrics.split(series)[1]?.split('\n')[0]);
      };
      expect(completed('practice', hasScript ? 'ran' : 'did-not-run')).toBeGreaterThan(0);
      expect(completed('practice', hasScript ? 'did-not-run' : 'ran')).toBe(0);
      expect(completed('contact', 'none')).toBeGreaterThan(0);
    },
  );
}

test(
  'shows the fields of a referral only for its answer, also without JavaScript',
  { tag: '@plain' },
  async ({ page }) => {
    await page.goto('pro/contact');
    const groups = {
      BENCH_OFFICER: page.getByLabel("Bench officer's name"),
      COLLEAGUE: page.getByLabel("Colleague's name"),
      OTHER: page.getByLabel('Please explain'),
    };
    for (const source of ['BENCH_OFFICER', 'COLLEAGUE', 'OTHER', 'NEWS_STORY']) {
      await page.getByLabel('How did you hear about us?').selectOption(source);
      for (const [name, field] of Object.entries(groups)) await expect(field).toBeVisible({ visible: name === source });
    }
    // The same value as a colleague's role must not show the other group.
    await page.getByLabel('How did you hear about us?').selectOption('COLLEAGUE');
    await page.getByLabel("Colleague's role").selectOption('BENCH_OFFICER');
    await expect(groups.BENCH_OFFICER).toBeHidden();
  },
);

test.describe('with the script', { tag: '@script' }, () => {
  test.beforeEach(async ({ page }) => {
    await openPractice(page);
    await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(0);
  });

  test('loads the lists of a chosen country or region, and keeps typed values', async ({ page }) => {
    await fill(page, { practiceName: 'Vance', city: 'Saint Paul', roles: ['JUDGE'] });
    await page.getByLabel('State').selectOption('MN');
    await expect(page.getByLabel('Time zone')).toHaveAccessibleDescription(/^Only one time zone is in use there/);
    await expect(page.getByLabel('Time zone')).toHaveValue('America/Chicago');
    await expectSound(page);
    await page.getByLabel('State').selectOption('TN');
    await expect(page.locator('#answers-timezone option')).toHaveCount(3);
    await expect(page.getByLabel('Time zone')).toHaveAccessibleDescription('');
    await expect(page.getByLabel('Time zone')).toHaveValue('America/Chicago');

    await page.getByLabel('Country').selectOption('GB');
    await expect(page.getByLabel('Solicitor')).toBeVisible();
    await expect(page.getByLabel('State')).toBeHidden();
    await expect(page.getByLabel('Time zone')).toHaveValue('Europe/London');
    await expect(page.getByRole('link', { name: '0808 157 0192' })).toBeVisible();
    await expect(page.locator('[name=roles]:checked')).toHaveCount(0);

    await page.getByLabel('Country').selectOption('HK');
    await expect(page.getByLabel('Postal code (optional)', { exact: true })).toHaveJSProperty('required', false);
    await page.getByLabel('Country').selectOption('CA');
    await expect(page.getByLabel('Postal code', { exact: true })).toHaveJSProperty('required', true);
    await page.getByLabel('Province').selectOption('NS');
    await expect(page.locator('#answers-timezone option[value="America/Glace_Bay"]')).toBeAttached();
    await expect(page.getByLabel('Attorney')).toBeVisible();
    await expect(page.getByLabel('Practice name')).toHaveValue('Vance');
    await expect(page.getByLabel('City')).toHaveValue('Saint Paul');
  });

  test('shows the regions of a country after one without regions, and back, and keeps typed values', async ({
    page,
  }) => {
    const { country: _country, roles: _roles, ...typed } = PRACTICES.GB;
    const expectTyped = async () => {
      for (const [name, value] of Object.entries(typed))
        await expect(page.locator(`#answers-${name}`)).toHaveValue(String(value));
    };
    const region = page.locator('#answers-region');
    const country = page.getByLabel('Country');
    await fill(page, { ...typed, addressLine2: 'Floor 2' });
    await country.selectOption('GB');
    await expect(page.getByLabel('Solicitor')).toBeVisible();
    await expect(region).toBeHidden();
    await expect(page.getByLabel('Time zone')).toHaveValue('Europe/London');
    await expectTyped();

    await country.selectOption('MX');
    await expect(page.getByLabel('Province')).toBeVisible();
    await expect(region).toHaveValue('');
    await expect(region.locator('option[value=CMX]')).toBeAttached();
    await expect(page.getByLabel('Time zone')).toHaveValue('');
    await region.selectOption('CMX');
    await page.getByLabel('Lawyer').check();
    await expectTyped();
    await expectSound(page);

    await country.selectOption('GB');
    await expect(page.getByLabel('Solicitor')).toBeVisible();
    await expect(region).toBeHidden();
    await expect(region).toHaveValue('');
    await expect(page.getByLabel('Time zone')).toHaveValue('Europe/London');
    await expect(page.locator('[name=roles]:checked')).toHaveCount(0);
    await expectTyped();
    await expect(page.locator('#answers-addressLine2')).toHaveValue('Floor 2');
    await page.getByLabel('Solicitor').check();
    await pressContinue(page);
    await expect(page).toHaveURL(/\/pro\/security$/);
  });

  test('keeps a role that is ticked while the lists load', async ({ page }) => {
    const held = latch();
    await page.route('**/lookup/roles?**', async (route) => {
      await held.opened;
      await route.continue();
    });
    await page.getByLabel('Country').selectOption('CA');
    await page.getByLabel('Attorney').check();
    held.open();
    await expect(page.getByLabel('Province')).toBeVisible();
    await expect(page.getByLabel('Attorney')).toBeChecked();
    await expect(page.getByLabel('Attorney')).toBeFocused();
  });

  test('shows Update again after a failed look-up, and keeps typed values', async ({ page }) => {
    await fill(page, { practiceName: 'Vance' });
    await page.route('**/lookup/**', (route) => route.fulfill({ status: 404 }));
    await page.getByLabel('Country').selectOption('GB');
    await expect(page.locator('[data-enhance=practice-choices] [role=status]')).toHaveText(
      'We could not load the lists. Please press “Update”.',
    );
    await expectSound(page);
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByLabel('Solicitor')).toBeVisible();
    await expect(page.getByLabel('Practice name')).toHaveValue('Vance');
  });

  test('keeps Update if the page lacks a list', async ({ page }) => {
    await page.route('**/pro/practice', async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const faulty = html.replace(/(practice-choices" data-props=")\{/, '$1{&quot;hasFailed&quot;:true,');
      await route.fulfill({ response, body: faulty });
    });
    await page.reload();
    await page.getByLabel('State').selectOption('MN');
    await expect(page.getByLabel('Time zone')).toHaveAccessibleDescription(/^Only one time zone is in use there/);
    await page.getByLabel('Practice name').fill('Vance');
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.locator('#updated-lists')).toBeVisible();
    await expect(page.getByLabel('Practice name')).toHaveValue('Vance');
  });

  test('removes the error about the roles from the summary, also with the roles of another country', async ({
    page,
  }) => {
    await pressContinue(page);
    const line = page.locator('.error-summary').getByRole('link', { name: 'Choose at least one role' });
    await expect(line).toBeVisible();
    await page.getByLabel('Country').selectOption('GB');
    await expect(page.getByLabel('Solicitor')).toHaveAttribute('aria-invalid', 'true');
    await expect(line).toBeVisible();
    await page.getByLabel('Barrister').check();
    await expect(line).toHaveCount(0);
    await expect(page.getByLabel('Solicitor')).not.toHaveAttribute('aria-invalid');
  });

  test('ignores a late response to an earlier choice', async ({ page }) => {
    const held = latch();
    await page.route('**/lookup/*?country=GB', async (route) => {
      await held.opened;
      await route.continue();
    });
    await page.getByLabel('Country').selectOption('GB');
    await page.getByLabel('Country').selectOption('MX');
    await expect(page.getByLabel('Lawyer')).toBeVisible();
    const late = page.waitForResponse(/roles\?country=GB/);
    held.open();
    await late;
    await expect(page.getByLabel('Lawyer')).toBeVisible();
    await expect(page.getByLabel('Solicitor')).toHaveCount(0);
  });
});
