import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { CARDS, parentOfMinnesota, READY_MADE_STEPS } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { inviteByMail } from '~tests/walks/invite-by-mail';
import { startServer, type RunningServer } from '~tests/servers/server-under-test';
import { fill, submit } from './fill';
import { buttonNamed } from '~tests/browser/button-name';
import { SCRIPT_BUDGETS } from '../screens/budgets';
import { expect, test, type Page } from './fixtures';
import { openAt, openBillingInfo, openInviteAt, openOwnPackage, openPractice } from './open-at';

// On a small phone, the changed element is out of view unless it has the focus.
test.use({ viewport: { width: 360, height: 780 }, expectedErrors: /Failed to load resource/ });

/** An invite of the demo, with an address. */
const INVITE = 'invite?token=demo-invite-by-parent&userId=9001';

const press = (page: Page, name: string | RegExp, nth = 0) =>
  page
    .locator('main')
    .getByRole('button', { name: typeof name === 'string' ? buttonNamed(name) : name })
    .nth(nth)
    .click();

interface Focused {
  /** The element's selector. */
  on: string;
  /** The element's text or description. */
  text?: string | RegExp;
}

/** Expects the focus on the changed element, which must be visible and the only one with `autofocus`. */
async function expectFocus(page: Page, { on, text }: Focused): Promise<void> {
  const focused = page.locator(on);
  await expect(focused).toBeFocused();
  await expect(focused).toBeInViewport({ ratio: 1 });
  await expect(page.locator('[autofocus]')).toHaveCount(1);
  if (text === undefined) return;
  const spoken = await focused.evaluate((element) => {
    const described = (element.getAttribute('aria-describedby') ?? '').split(' ');
    const texts = described.map((id) => document.getElementById(id)?.textContent ?? '');
    return [...texts, element.textContent].join(' ');
  });
  expect(spoken).toMatch(text);
}

const openBilling = (page: Page) => openAt(page, 'payment/billing', parentOfMinnesota());
const openPayment = (page: Page) => openAt(page, 'payment/method', parentOfMinnesota());

/** A server with unused invites and with the dialog for the co-parent's e-mail. */
let own: RunningServer;
test.beforeAll(async () => {
  own = await startServer({ env: { FLAGS: 'PARENT_B_EMAIL_SPEED_BUMP=treatment' } });
});
test.afterAll(() => own.stop());

const openInviteBilling = (page: Page) => openBillingInfo(page, own.url);

test(
  'moves the focus to the new row after Add Child, and to the place of the removed row after Remove',
  { tag: '@plain' },
  async ({ page }) => {
    await openAt(page, 'step2', parentOfMinnesota());
    await fill(page, { 'children[0].firstName': 'Cleo' });
    await press(page, 'Add Child');
    await expectFocus(page, { on: '[name="children[1].firstName"]' });
    await page.keyboard.type('Max');
    await press(page, 'Add Child');
    await expectFocus(page, { on: '[name="children[2].firstName"]' });
    await press(page, 'Remove', 1);
    await expectFocus(page, { on: 'p.changed', text: 'Child 2 (Max) was removed.' });
    // The last row has no name yet.
    await press(page, 'Remove', 1);
    await expectFocus(page, { on: 'p.changed', text: 'Child 2 was removed.' });
    await expect(page.locator('[name="children[0].firstName"]')).toHaveValue('Cleo');
  },
);

test(
  'shows remaining errors only at their fields after Add Child, and focuses the new row',
  { tag: '@plain' },
  async ({ page }) => {
    await openAt(page, 'step2', parentOfMinnesota());
    await press(page, 'Continue');
    await expectFocus(page, { on: '.error-summary' });
    await press(page, 'Add Child');
    await expectFocus(page, { on: '[name="children[1].firstName"]' });
    await expect(page.locator('.error-summary')).toHaveCount(0);
    await expect(page).toHaveTitle(/^(?!Error)/);
    await expect(page.locator('#answers-firstName-error')).toBeVisible();
  },
);

// The script removes the button. billing-script.spec.ts, own-price-script.spec.ts and payment-view.spec.ts use it while the script is late.
test.describe('Update', { tag: '@off' }, () => {
  for (const [who, open] of [
    ['a parent', openBilling],
    ['an invited co-parent', openInviteBilling],
  ] as const) {
    test(`moves the focus of ${who} to the list that depends on the country or the region`, async ({ page }) => {
      await open(page);
      await fill(page, { country: 'CA' });
      await press(page, 'Update');
      const region = '#answers-region';
      const zone = '#answers-timezone';
      await expectFocus(page, { on: region, text: /Lists for Canada\. Please choose: Province, Time zone\./ });
      await fill(page, { region: 'ON' });
      await press(page, 'Update');
      await expectFocus(page, { on: zone, text: /Lists for Ontario/ });
      await fill(page, { country: 'GB' });
      await press(page, 'Update');
      await expectFocus(page, { on: zone, text: /Lists for United Kingdom\. Time zone: .+\./ });
    });
  }

  test('moves the focus of a professional to the list that depends on the country', async ({ page }) => {
    await openPractice(page);
    await fill(page, { country: 'CA' });
    await press(page, 'Update');
    await expectFocus(page, {
      on: '#answers-region',
      text: /Lists for Canada\. Please choose: Province, Time zone, /,
    });
    await fill(page, { region: 'NS' });
    await press(page, 'Update');
    await expectFocus(page, { on: '#answers-timezone', text: /Lists for Nova Scotia\. Please choose: Time zone/ });
  });

  test('moves the focus to the price of a build-your-own package', async ({ page }) => {
    await openOwnPackage(page);
    await fill(page, { subscription: 'SUB2YEAR' });
    await press(page, 'Update');
    await expectFocus(page, { on: '.own-price [role=status]', text: /2 years/ });
  });
});

// The script shows the total without a button.
test(
  "moves the focus after Update to the total with the co-parent's subscription",
  { tag: '@off' },
  async ({ page }) => {
    await openPayment(page);
    await fill(page, { isPayingForCoparent: true });
    await press(page, 'Update');
    await expectFocus(page, { on: 'p.changed', text: /^\s*New total: \$\d+\.\d\d/ });
  },
);

for (const [who, open] of [
  ['a parent', openPayment],
  [
    'an invited co-parent',
    async (page: Page, url: string) => {
      const { link } = await inviteByMail(() => new PlainBrowser(url));
      await openInviteAt(page, link, 'payment/method', coParentOfMinnesota());
    },
  ],
] as const) {
  test(`moves the focus of ${who} to the code after Apply and Remove`, async ({ page, server }) => {
    await open(page, server.url);
    await page.getByText('I have an activation code').click();
    await press(page, 'Apply');
    await expectFocus(page, { on: '#answers-subscriptionCode' });
    await fill(page, { subscriptionCode: 'NOSUCHCODE' });
    await press(page, 'Apply');
    await expectFocus(page, { on: '.error-summary', text: /Invalid activation code/ });
    await fill(page, { subscriptionCode: 'PREPAID-40' });
    await press(page, 'Apply');
    await expectFocus(page, { on: '#code-0', text: /PREPAID-40 pays \$/ });
    await press(page, 'Remove');
    await expectFocus(page, { on: 'p.changed', text: 'The code PREPAID-40 was removed.' });
    await expect(page.locator('#answers-subscriptionCode')).toBeVisible();
  });
}

test('moves the focus past an earlier decline to what a button changed', async ({ page }) => {
  const answers = parentOfMinnesota();
  Object.assign(answers['payment/method'], CARDS.declined);
  await openAt(page, 'payment/review', answers);
  await submit(page, 'payment/review', answers);
  const decline = page.locator('.error-summary');
  await expect(decline).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await page.getByText('I have an activation code').click();
  await fill(page, { subscriptionCode: 'PREPAID-40' });
  await press(page, 'Apply');
  await expectFocus(page, { on: '#code-0', text: /PREPAID-40 pays \$/ });
  await expect(page).toHaveTitle(/^(?!Error)/);
  await expect(decline).toContainText('Payment method declined');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.locator('button[value=more-time]').evaluate((button: HTMLButtonElement) => button.click());
  await expectFocus(page, { on: '.notice p[role=status]' });
  await expect(page).toHaveTitle(/^(?!Error)/);
});

test('returns the focus from the closed e-mail dialog to its button', { tag: '@plain' }, async ({ page }) => {
  const answers = parentOfMinnesota();
  await page.goto(`${own.url}/app/join/step1`);
  await fill(page, answers.step1);
  await press(page, 'Continue');
  const { email: _unknown, ...others } = answers.step2;
  await fill(page, { ...others, knowsCoParentEmail: 'no', phoneNumber: '6125550177' });
  await press(page, 'Continue');
  await page.getByRole('dialog').getByRole('button', { name: 'Skip', exact: true }).click();
  await expectFocus(page, { on: '.step-buttons .primary' });
});

/** Changes the language by the keyboard and back. */
async function changeLanguageTwice(page: Page): Promise<void> {
  const menu = page.locator('.languages');
  const opener = menu.locator('summary');
  for (const language of ['Español', 'English']) {
    await opener.press('Enter');
    await expect(menu.getByRole('button', { pressed: true })).toBeInViewport({ ratio: 1 });
    await menu.getByRole('button', { name: language, exact: true }).press('Enter');
    await expect(page.locator('html')).toHaveAttribute('lang', language === 'English' ? 'en' : 'es');
    await expect(opener).toBeFocused();
    await expect(opener).toHaveAccessibleName(language === 'English' ? 'Language: English' : 'Idioma: Español');
    await expect(menu).not.toHaveAttribute('open');
    await expect(opener).toBeInViewport({ ratio: 1 });
  }
}

type Look = (path: string) => Promise<void>;

/** Opens the screens of a journey, and calls `look` on each with its path. With JavaScript, may leave out those without a script. */
const WALKS: Record<string, (page: Page, look: Look, hasScripts: boolean) => Promise<void>> = {
  async 'a parent'(page, look, hasScripts) {
    const answers = parentOfMinnesota();
    if (hasScripts) await openBilling(page);
    else {
      await page.goto('signup');
      await look('/signup');
      await page.goto('step1');
    }
    const first = hasScripts ? READY_MADE_STEPS.indexOf('payment/billing') : 0;
    for (const step of READY_MADE_STEPS.slice(first, -1)) {
      await look(`/${step}`);
      await submit(page, step, answers);
    }
    await look('/credentials');
  },
  async 'a parent who builds a package'(page, look) {
    await openOwnPackage(page);
    await look('/alacarte');
  },
  async 'an invited co-parent'(page, look) {
    await page.goto(INVITE);
    await look('/invite');
    await openInviteBilling(page);
    await look('/invite/billing-info');
    await page.goto('invite?token=demo-invite-paid&userId=9003');
    await look('/invite/credentials');
  },
  async 'a professional'(page, look) {
    await page.goto('pro');
    await look('/pro/contact');
    await openPractice(page);
    await look('/pro/practice');
  },
};

for (const [visitor, walk] of Object.entries(WALKS)) {
  test(`closes the language menu on each screen of ${visitor}, and keeps the focus`, async ({
    page,
    javaScriptEnabled,
  }) => {
    test.slow();
    const hasScripts = javaScriptEnabled !== false;
    const look: Look = (path) =>
      test.step(path, async () => {
        await expect(page).toHaveURL((url) => url.pathname.endsWith(path));
        // Without a script, it is the same page as without JavaScript.
        if (!hasScripts || path in SCRIPT_BUDGETS) await changeLanguageTwice(page);
      });
    await walk(page, look, hasScripts);
  });
}

test(
  'moves the focus from the analytics question to the link that changes the answer',
  { tag: '@plain' },
  async ({ page }) => {
    await page.goto('signup');
    const question = page.getByRole('complementary');
    await question.getByRole('button', { name: 'No', exact: true }).click();
    await expect(question).toHaveCount(0);
    await expect(page.locator('#statistics')).toBeFocused();
    await expect(page.locator('#statistics')).toBeInViewport();
  },
);
