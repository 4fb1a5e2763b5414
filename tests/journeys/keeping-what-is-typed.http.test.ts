import { describe, expect, it } from 'vitest';
import {
  PARENT_STEPS,
  parentOfMinnesota,
  READY_MADE_STEPS,
  type Answers,
  type ParentStep,
} from '~tests/answers/parent-answers';
import type { Page, PlainBrowser } from '~tests/browser/plain-browser';
import { useSharedServer } from '~tests/servers/use-shared-server';
import { walkTo } from '~tests/walks/walk-parent';

const server = useSharedServer();

/** An incomplete answer for each step. */
const HALF: Partial<Record<ParentStep, Answers>> = {
  step1: { firstName: 'Zoë', email: 'not yet' },
  step2: { firstName: 'Bo', knowsCoParentEmail: 'no', 'children[0].firstName': 'Cy' },
  step3: { packageId: '2031' },
  alacarte: { subscription: 'SUB2YEAR', tonemeter: ['TONEMETERCOPARENT'], myfiles: true },
  'payment/billing': { city: 'Duluth', country: 'CA', referral: 'OTHER', referralOther: 'a neighbour' },
  'payment/method': { cardHolderName: 'Zoë Q', cardExpiration: '1' },
};

async function openStep(step: ParentStep): Promise<PlainBrowser> {
  const browser = server.openBrowser();
  const answers = { ...parentOfMinnesota(), ...(step === 'alacarte' && { step3: { packageId: '2041' } }) };
  await walkTo(browser, step, answers, step === 'alacarte' ? PARENT_STEPS : READY_MADE_STEPS);
  return browser;
}

/** The form's values without the hidden country that its lists were rendered for. */
function answersOn({ values }: Page): Page['values'] {
  const { shownCountry: _shownCountry, ...answers } = values;
  return answers;
}

describe.each(Object.entries(HALF) as [ParentStep, Answers][])('on %s', (step, typed) => {
  // The first step has no Back.
  if (step !== 'step1')
    it('Back keeps what was typed, without a word about what is missing', async () => {
      const browser = await openStep(step);
      browser.fill(typed);
      const typedIn = answersOn(browser.page);
      const before = await browser.press('Back');
      expect([before.status, before.errors]).toEqual([200, []]);
      expect(before.path).not.toBe(`/${step}`);
      const page = await browser.open(`/${step}`);
      expect([answersOn(page), page.errors]).toEqual([typedIn, []]);
    });

  it('another language keeps what was typed, and accuses nobody', async () => {
    const browser = await openStep(step);
    browser.fill(typed);
    const typedIn = answersOn(browser.page);
    const page = await browser.press('English (UK)');
    expect([page.status, page.path, page.$('html').attr('lang')]).toEqual([200, `/${step}`, 'en-GB']);
    expect([answersOn(page), page.errors]).toEqual([typedIn, []]);
  });
});

/** The steps that refuse incomplete answers. */
it.each(['step1', 'step2', 'payment/billing', 'payment/method'] as const)(
  'on %s another language keeps the errors, once there are any',
  async (step) => {
    const browser = await openStep(step);
    browser.fill(HALF[step]!);
    const refused = await browser.press('Continue');
    expect([refused.status, refused.title]).toEqual([422, expect.stringMatching(/^Error: /)]);
    const page = await browser.press('English (UK)');
    expect([page.status, page.title]).toEqual([200, expect.stringMatching(/^Error: /)]);
    expect(page.errors).toHaveLength(refused.errors.length);
    expect(page.values).toEqual(refused.values);
  },
);

it('what was given up with Back is not an answer: the accepted one is on the review', async () => {
  const browser = server.openBrowser();
  await walkTo(browser, 'payment/review', parentOfMinnesota());
  await browser.open('/payment/billing');
  browser.fill({ city: 'Duluth' });
  await browser.press('Back');
  expect((await browser.open('/payment/review')).figure('Billing')).toContain('Saint Paul');
  expect((await browser.open('/payment/billing')).values.city).toBe('Duluth');
});

const WITHOUT_FORM = ['/signup', '/coparentstatus', '/receipt', '/demo', '/nowhere'];
it.each(WITHOUT_FORM)('on %s, which has no form, another language shows the same page', async (path) => {
  const browser = server.openBrowser();
  const { heading } = await browser.open(path);
  const page = await browser.press('English (UK)');
  expect([page.path, page.heading, page.$('html').attr('lang')]).toEqual([path, heading, 'en-GB']);
});

it('the guidance of the co-parent status keeps its query, too', async () => {
  const browser = server.openBrowser();
  await browser.open('/coparentstatus?account=yes');
  expect((await browser.press('English (UK)')).path).toBe('/coparentstatus?account=yes');
});

it('the language that was chosen stays, whatever the browser asks for', async () => {
  const browser = server.openBrowser('es-MX');
  expect((await browser.open('/signup')).$('html').attr('lang')).toBe('es');
  await browser.press('English (UK)');
  expect((await browser.open('/step1')).$('html').attr('lang')).toBe('en-GB');
});
