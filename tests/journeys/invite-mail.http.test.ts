import { expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { startMailServer } from '~tests/fakes/mail-server';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { serveSite } from '~tests/servers/site';
import { PAYING_STEPS, submitInvitedStep, walkInvited } from '~tests/walks/walk-invited';
import { walkTo } from '~tests/walks/walk-parent';

/** Returns the link to a path in a mail, without the base path. */
function linkIn(text: string, path: string): string {
  const link = new RegExp(`https?://[^\\s]+/app/join(${path}\\?[^\\s]+)`).exec(text)?.[1];
  if (!link) throw new Error(`No link to ${path} in the mail: ${text}`);
  return link;
}

it('serves parent B from the mailed invite to the receipt, and mails another link after the payment', async () => {
  const mailServer = await startMailServer();
  const site = await serveSite({ env: { SMTP_URL: mailServer.url, MAIL_FROM: 'post@example.com' } });
  const inviter = parentOfMinnesota();
  const invited = String(inviter.step2.email);
  await walkTo(site.openBrowser(), 'credentials', inviter);

  const mails = await mailServer.received(3);
  const invite = mails.find(({ envelopeTo }) => envelopeTo[0] === invited)!;
  // Sender and subject must reveal neither the inviter nor the topic.
  expect(`${invite.subject} ${invite.from?.text}`).not.toMatch(/co-?parent|custody|divorce|O'Neil|Ann/i);
  const link = linkIn(invite.text ?? '', '/invite');
  expect(String(invite.html)).toContain(link.replaceAll('&', '&amp;'));

  const answers = coParentOfMinnesota();
  const browser = site.openBrowser();
  await browser.open(link);
  await walkInvited(browser, PAYING_STEPS.slice(0, -1), answers);
  const own = (await mailServer.received(5)).filter(({ envelopeTo }) => envelopeTo[0] === answers.step1.email);
  const receipt = own.find(({ text }) => text?.includes('$179.55'))!;
  expect(receipt.text).not.toMatch(/https?:/);
  // A visitor who leaves now can return with the other mail in any browser.
  const returnMail = own.find((mail) => mail !== receipt)!;
  const other = site.openBrowser();
  await other.open(linkIn(returnMail.text ?? '', '/invite'));
  await submitInvitedStep(other, 'credentials', answers);
  expect((await other.waitForRefresh()).heading).toBe("You're all set!");
  await mailServer.close();
});
