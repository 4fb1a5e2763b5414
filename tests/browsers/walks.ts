import { expect } from 'vitest';
import parentTexts from '../../locales/en/parent.json';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { BUTTONS, parentOfMinnesota, READY_MADE_STEPS } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota, PRACTICES } from '~tests/answers/professional-answers';
import { PAYING_STEPS } from '~tests/walks/walk-invited';
import type { Browser } from './browser';

/** Text that first appears on this step's page. */
const SEEN_ON = {
  step1: 'Create your parent account',
  step2: 'Invite your co-parent',
  step3: 'Choose your package',
  packages: 'Choose your package',
  'payment/billing': 'Billing information',
  'payment/method': 'Credit or debit card',
  'payment/review': 'Review and pay',
} as const;

/** Returns the step's text in SEEN_ON, or else its title for parent A. */
function seenOn(step: string): string {
  const texts: Readonly<Record<string, object>> = parentTexts;
  const seen =
    step in SEEN_ON ? SEEN_ON[step as keyof typeof SEEN_ON] : (texts[step] as { title?: string } | undefined)?.title;
  if (seen === undefined) throw new Error(`No text is known for the step ${step}`);
  return seen;
}

/** Walks parent A from the landing page to the receipt. */
export async function walkParent(browser: Browser): Promise<void> {
  const answers = parentOfMinnesota();
  await browser.follow('For Parents');
  await browser.waitToSee('Does your co-parent already have an account?');
  await browser.follow('No');
  for (const step of READY_MADE_STEPS) {
    await browser.waitToSee(step === 'credentials' ? 'Choose your username and password' : seenOn(step));
    if (step === 'payment/review') await expectOrder(browser);
    await browser.fill(answers[step]);
    if (step === 'credentials') await expectScript(browser);
    await browser.press(BUTTONS[step]);
  }
  await browser.waitToSee('Your username and password are set');
  await browser.follow('See your receipt now');
  await browser.waitToSee('Account activated!');
  await browser.waitToSee('$179.55');
}

/** Walks an invited parent who pays, from the link in the mail to the receipt. */
export async function walkInvited(browser: Browser): Promise<void> {
  const answers = coParentOfMinnesota();
  await browser.waitToSee("You've been invited as a co-parent to join:");
  await browser.follow('Get Started');
  for (const step of PAYING_STEPS) {
    await browser.waitToSee(step === 'credentials' ? 'Almost there...' : seenOn(step));
    if (step === 'payment/review') await expectOrder(browser);
    await browser.fill(answers[step]);
    if (step === 'credentials') await expectScript(browser);
    await browser.press(BUTTONS[step === 'packages' ? 'step3' : step]);
  }
  await browser.waitToSee("You're all set!... Please wait while we redirect you.");
  await browser.follow('See your receipt now');
  await browser.waitToSee('A confirmation email has been sent to');
  await browser.waitToSee('1111');
}

/** Walks a professional in Nova Scotia. The country determines regions and roles, and the province the time zone. */
export async function walkProfessional(browser: Browser): Promise<void> {
  const { contact, security } = lawyerOfMinnesota();
  const { country, region, timezone, roles, ...rest } = PRACTICES.CA;
  await browser.follow('For Professionals');
  await browser.waitToSee('Create your professional account');
  await browser.fill(contact);
  await browser.press('Continue');
  await browser.waitToSee('Tell us about your practice');
  // Filled in first, because loading the lists must not clear typed values.
  await browser.fill(rest);
  await browser.fill({ country: country! });
  if (!browser.hasScript) await browser.press('Update', 1);
  await browser.waitToSee('Province');
  await browser.fill({ region: region! });
  if (!browser.hasScript) await browser.press('Update', 1);
  await browser.fill({ timezone: timezone!, roles: roles! });
  await browser.press('Continue');
  await browser.waitToSee('Set your security question and code');
  await browser.fill(security);
  await browser.press('Complete Signup');
  await browser.waitToSee('Welcome, Iris!');
  await browser.waitToSee('Atlantic Time (Halifax)');
}

/** Minnesota's tax is 6.875 %. */
async function expectOrder(browser: Browser): Promise<void> {
  await browser.waitToSee('Visa ending in 1111');
  await browser.waitToSee('$179.55');
}

/** Waits for a text that only the script shows. */
async function expectScript(browser: Browser): Promise<void> {
  if (!browser.hasScript) return;
  await browser.waitToSee('This username is available.');
}

/** Walks a parent who answers a step, begins the next one, and exits. */
export async function walkToExit(browser: Browser): Promise<void> {
  await browser.fill(parentOfMinnesota().step1);
  await browser.press('Continue');
  await browser.waitToSee(SEEN_ON.step2);
  expect(await browser.cookies()).toContain('join');
  await browser.fill({ firstName: 'Benedict' });
  await browser.press('Exit this page');
  await browser.waitToSee('The main product takes over here');
}
