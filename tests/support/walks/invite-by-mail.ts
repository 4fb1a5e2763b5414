import { parentOfMinnesota } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { submitStep, walkTo } from './walk-parent';

/**
 * Walks parent A to a payment, which sends the invite.
 * @param extras additional values for the payment view
 * @returns the invite's link in the demo's outbox, without the base path, and the answers of parent A
 */
export async function inviteByMail(openBrowser: () => PlainBrowser, extras: Record<string, string | boolean> = {}) {
  const answers = parentOfMinnesota();
  const browser = openBrowser();
  await walkTo(browser, 'payment/method', answers);
  browser.fill({ ...answers['payment/method'], ...extras });
  await browser.press('Continue');
  await submitStep(browser, 'payment/review', answers);
  const outbox = await openBrowser().open('/demo');
  const mail = outbox
    .texts('.mail')
    .find((text) => text.includes(String(answers.step2.email)) && text.includes('/app/join/invite?'));
  const link = /https?:\/\/\S+\/app\/join(\/invite\?\S+)/.exec(mail ?? '')?.[1];
  if (!link) throw new Error(`No invite in the outbox: ${mail}`);
  return { link, answers };
}
