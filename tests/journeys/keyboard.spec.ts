import { inviteByMail } from '~tests/walks/invite-by-mail';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { expect, test } from './fixtures';
import { Keyboard } from './keyboard';

// A phone's viewport, where fixed or open elements are most likely to cover others.
test.use({ viewport: { width: 360, height: 640 } });

// keyboard-script.spec.ts tests the scripts.
test(
  'serves an invited co-parent who uses only the keyboard, from the link to the end',
  { tag: '@off' },
  async ({ page, server }) => {
    test.slow();
    const keyboard = new Keyboard(page);
    const answers = coParentOfMinnesota();
    const { link } = await inviteByMail(() => new PlainBrowser(server.url));
    await page.goto(link.slice(1));
    await keyboard.press('Get Started');
    const { step1, packages, credentials } = answers;
    await keyboard.submit(step1, 'Continue');
    await keyboard.submit(packages, 'Continue');
    await keyboard.submit(answers['payment/billing'], 'Continue');
    await keyboard.submit(answers['payment/method'], 'Continue');
    await expect(page).toHaveURL(/review$/);
    await keyboard.press('Pay now');
    await expect(page).toHaveURL(/credentials$/);
    await keyboard.submit(credentials, 'Complete Signup');
    await expect(page.getByRole('heading', { level: 1 })).toContainText("You're all set!");
  },
);

test('serves a professional who uses only the keyboard, with Update or with lists loaded by a script', async ({
  page,
  javaScriptEnabled,
}) => {
  const keyboard = new Keyboard(page);
  const { contact, practice, security } = lawyerOfMinnesota();
  await page.goto('signup');
  await keyboard.press('For Professionals');
  await keyboard.submit(contact, 'Continue');
  await expect(page).toHaveURL(/practice$/);
  const { postalCode, roles, ...before } = practice;
  if (javaScriptEnabled === false) {
    await keyboard.submit(before, 'Update');
    await keyboard.submit({ postalCode: postalCode!, roles: roles! }, 'Continue');
  } else {
    await keyboard.submit(practice, 'Continue');
  }
  await expect(page).toHaveURL(/security$/);
  await keyboard.submit(security, 'Complete Signup');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Iris!');
});
