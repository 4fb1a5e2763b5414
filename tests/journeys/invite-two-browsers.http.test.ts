import { expect, it } from 'vitest';
import { inviteByMail } from '~tests/walks/invite-by-mail';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { useSharedServer } from '~tests/servers/use-shared-server';
import { PAYING_STEPS, submitInvitedStep, walkInvited, walkInvitedTo } from '~tests/walks/walk-invited';

const server = useSharedServer();

/** One invite in two browsers: one is at a step when the other pays. */
async function payInTheOther(goal: 'packages' | 'payment/review') {
  const { link } = await inviteByMail(() => server.openBrowser());
  const answers = coParentOfMinnesota();
  const [paying, left] = [server.openBrowser(), server.openBrowser()];
  await paying.open(link);
  await left.open(link);
  await walkInvitedTo(left, goal, answers);
  await walkInvited(paying, PAYING_STEPS.slice(0, -1), answers);
  return { browser: left, link, answers };
}

const payments = async () => (await server.openBrowser().open('/demo')).texts('[data-payment]').length;

it.each(['/invite', '/invite/step1', '/invite/credentials', 'the link again'])(
  'an invite that was paid for in another browser goes on behind the payment from %s',
  async (path) => {
    const { browser, link, answers } = await payInTheOther('packages');
    expect((await browser.open(path === 'the link again' ? link : path)).path).toBe('/invite/credentials');
    await submitInvitedStep(browser, 'credentials', answers);
    const page = await browser.waitForRefresh();
    expect([page.heading, page.figure('Card ending in')]).toEqual(["You're all set!", '1111']);
  },
);

it('goes on behind the payment from the first step, sent once more', async () => {
  const { link } = await inviteByMail(() => server.openBrowser());
  const answers = coParentOfMinnesota();
  const [paying, left] = [server.openBrowser(), server.openBrowser()];
  await left.open(link);
  await left.follow('Get Started');
  await paying.open(link);
  await walkInvited(paying, PAYING_STEPS.slice(0, -1), answers);
  expect((await submitInvitedStep(left, 'step1', answers)).path).toBe('/invite/credentials');
});

it('is not paid a second time by who stood at Pay now', async () => {
  const { browser, answers } = await payInTheOther('payment/review');
  const before = await payments();
  const page = await browser.press('Pay now');
  expect(page.path).toBe('/invite/credentials');
  expect(await payments()).toBe(before);
  await submitInvitedStep(browser, 'credentials', answers);
  expect((await browser.waitForRefresh()).path).toBe('/invite/receipt');
});
