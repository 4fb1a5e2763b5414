import type { Page } from '@playwright/test';
import type { CoParentAnswers, InvitedStep } from '~tests/answers/invited-answers';
import type { ParentAnswers, ParentStep } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { walkInvitedTo } from '~tests/walks/walk-invited';
import { walkTo } from '~tests/walks/walk-parent';

/**
 * Opens a step in the browser after completing the earlier steps over plain HTTP, which is faster. parent.spec.ts and invite.spec.ts open
 * every page in the browser.
 */
export function openAt(page: Page, step: ParentStep, answers: ParentAnswers): Promise<void> {
  return walkOverHttp(page, (plain) => walkTo(plain, step, answers));
}

/** Does the same for an invited parent. @param link the mailed link without the base path */
export function openInviteAt(page: Page, link: string, step: InvitedStep, answers: CoParentAnswers): Promise<void> {
  return walkOverHttp(page, async (plain) => {
    await plain.open(link);
    await walkInvitedTo(plain, step, answers);
  });
}

async function walkOverHttp(page: Page, walk: (plain: PlainBrowser) => Promise<unknown>): Promise<void> {
  const origin = await page.request.head('signup').then((answer) => new URL(answer.url()).origin);
  const plain = new PlainBrowser(origin);
  await walk(plain);
  const domain = new URL(origin).hostname;
  const cookies = plain.jar.list().map(({ key, value, path }) => ({ name: key, value, path: path ?? '/', domain }));
  await page.context().addCookies(cookies);
  await page.goto(plain.page.url.pathname);
}
