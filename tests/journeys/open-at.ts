import type { Page } from '@playwright/test';
import { coParentOfMinnesota, type CoParentAnswers, type InvitedStep } from '~tests/answers/invited-answers';
import { parentOfMinnesota, type ParentAnswers, type ParentStep } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { submitInvitedStep, walkInvitedTo } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import { walkProfessionalTo } from '~tests/walks/walk-professional';

/**
 * Opens a step in the browser after completing the earlier steps over plain HTTP, which is faster. parent.spec.ts and invite.spec.ts open
 * every page in the browser.
 * @param origin of the server, if it is not the test's
 */
export function openAt(page: Page, step: ParentStep, answers: ParentAnswers, origin?: string): Promise<void> {
  return walkOverHttp(page, (plain) => walkTo(plain, step, answers), origin);
}

/** Does the same for a parent who builds a package. */
export function openOwnPackage(page: Page): Promise<void> {
  const answers = { ...parentOfMinnesota(), step3: { packageId: '2041' } };
  return walkOverHttp(page, async (plain) => {
    await walkTo(plain, 'step3', answers);
    await submitStep(plain, 'step3', answers);
  });
}

/** Does the same for an invited parent. @param link the mailed link without the base path */
export function openInviteAt(page: Page, link: string, step: InvitedStep, answers: CoParentAnswers): Promise<void> {
  return walkOverHttp(page, async (plain) => {
    await plain.open(link);
    await walkInvitedTo(plain, step, answers);
  });
}

/** Opens an address form after the fewest steps, as an invited parent who needs nothing else. */
export function openBillingInfo(page: Page, origin?: string): Promise<void> {
  const walk = async (plain: PlainBrowser) => {
    await plain.open('/invite?token=demo-invite-paid-no-address&userId=9004');
    await plain.open('/invite/step1');
    await submitInvitedStep(plain, 'step1', coParentOfMinnesota());
  };
  return walkOverHttp(page, walk, origin);
}

/** Opens the practice of a professional. */
export function openPractice(page: Page): Promise<void> {
  return walkOverHttp(page, (plain) => walkProfessionalTo(plain, 'practice', lawyerOfMinnesota()));
}

async function walkOverHttp(page: Page, walk: (plain: PlainBrowser) => Promise<unknown>, origin?: string) {
  const plain = new PlainBrowser(origin ?? (await findOrigin(page)));
  await walk(plain);
  const { href, hostname: domain } = plain.page.url;
  const cookies = plain.jar.list().map(({ key, value, path }) => ({ name: key, value, path: path ?? '/', domain }));
  await page.context().addCookies(cookies);
  await page.goto(href);
}

async function findOrigin(page: Page): Promise<string> {
  const response = await page.request.head('signup');
  return new URL(response.url()).origin;
}
