import { describe, expect, it } from 'vitest';
import { PARENT } from '~/journeys/parent';
import { stepsBefore, parentOfMinnesota, READY_MADE_STEPS, type ParentStep } from '~tests/answers/parent-answers';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { useSite } from '~tests/servers/site';
import { inviteByMail } from '~tests/walks/invite-by-mail';
import { submitInvitedStep } from '~tests/walks/walk-invited';
import { submitStep } from '~tests/walks/walk-parent';

const server = useSite();

/** The dot of the payment, followed by its views. */
const PAYMENT = ['Payment', 'Billing', 'Payment', 'Review'];

const SHOWN: Partial<Record<ParentStep, string[]>> = {
  step1: ['You', 'Family', 'Package', 'Payment'],
  step2: ['You (done)', 'Family', 'Package', 'Payment'],
  step3: ['You (done)', 'Family (done)', 'Package', 'Payment'],
  'payment/billing': ['You (done)', 'Family (done)', 'Package (done)', ...PAYMENT],
};

/** Returns the row of the first step with the same dot, for a step without a row. */
function shownOnDotOf(step: ParentStep): string[] | undefined {
  const { dot } = PARENT.getStep(step);
  const first = PARENT.steps.find((one) => dot !== null && one.dot === dot);
  return first && SHOWN[first.name as ParentStep];
}

const DOTS = '.steps li';
const LINKS = '.steps a';

describe('a parent', () => {
  it('sees all steps and which of them are done, and the credentials as the last step', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await browser.open('/step1');
    expect(browser.page.text('main')).toContain('About 6 minutes');
    for (const step of READY_MADE_STEPS) {
      const shown = SHOWN[step] ?? shownOnDotOf(step);
      if (shown) expect(browser.page.texts(DOTS), step).toEqual(shown);
      else expect(browser.page.texts('.eyebrow'), step).toEqual(['Last step']);
      if (step !== 'step1') expect(browser.page.text('main'), step).not.toContain('minutes');
      await submitStep(browser, step, answers);
    }
  });

  it('sees done steps marked after going back, and can open them', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await browser.open('/step1');
    for (const step of stepsBefore('payment/billing')) await submitStep(browser, step, answers);
    await browser.follow('You (done)');
    expect([browser.page.path, browser.page.texts(DOTS)]).toEqual([
      '/step1',
      ['You', 'Family (done)', 'Package (done)', 'Payment'],
    ]);
    await browser.follow('Package (done)');
    expect(browser.page.path).toBe('/step3');
    await browser.follow('Payment');
    expect(browser.page.path).toBe('/payment/billing');
  });

  it('sees links to the payment views that can be opened', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await browser.open('/step1');
    for (const step of stepsBefore('payment/billing')) {
      expect(browser.page.texts(LINKS), step).not.toContain('Payment');
      await submitStep(browser, step, answers);
    }
    const done = ['You (done)', 'Family (done)', 'Package (done)', 'Payment'];
    expect(browser.page.texts(LINKS)).toEqual(done);
    await submitStep(browser, 'payment/billing', answers);
    expect(browser.page.texts(LINKS)).toEqual([...done, 'Billing']);
    await submitStep(browser, 'payment/method', answers);
    expect(browser.page.texts(LINKS)).toEqual([...done, 'Billing', 'Payment']);
    await browser.follow('Billing');
    expect(browser.page.texts(LINKS)).toEqual([...done, 'Payment', 'Review']);
    await browser.follow('Review');
    expect(browser.page.path).toBe('/payment/review');
  });

  it('can find the current step and payment view with a screen reader', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await browser.open('/step1');
    const current = () => [
      browser.page.texts('.steps [aria-current=step]'),
      browser.page.texts('.steps [aria-current=true]'),
    ];
    expect(current()).toEqual([['You'], []]);
    for (const step of stepsBefore('payment/method')) await submitStep(browser, step, answers);
    expect(current()).toEqual([['Payment'], ['Payment']]);
  });
});

describe('an invited co-parent', () => {
  it('sees the steps of package and payment', async () => {
    const { link } = await inviteByMail(() => server.openBrowser());
    const browser = server.openBrowser();
    await browser.open(link);
    await browser.follow('Get Started');
    expect(browser.page.texts(DOTS)).toEqual(['You', 'Package', 'Payment']);
    const answers = coParentOfMinnesota();
    await submitInvitedStep(browser, 'step1', answers);
    await submitInvitedStep(browser, 'packages', answers);
    expect(browser.page.texts(DOTS)).toEqual(['You (done)', 'Package (done)', ...PAYMENT]);
    const targets = browser.page.$(LINKS).toArray();
    expect(targets.map(({ attribs }) => attribs.href)).toEqual([
      '/app/join/invite/step1',
      '/app/join/invite/packages',
      '/app/join/invite/payment',
    ]);
  });

  it('sees both as done and without links if another person has paid', async () => {
    const { link } = await inviteByMail(() => server.openBrowser(), { isPayingForCoparent: true });
    const browser = server.openBrowser();
    await browser.open(link);
    await browser.follow('Get Started');
    expect(browser.page.texts(DOTS)).toEqual(['You', 'Package (done)', 'Payment (done)']);
    expect(browser.page.texts('.steps a')).toEqual(['You']);
  });
});
