import { expect, it, vi } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfLondon, parentOfMinnesota } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { serveTroubled } from '~tests/fakes/troubled-backend';
import { serveSite } from '~tests/servers/site';
import { walkInvitedTo } from '~tests/walks/walk-invited';
import { walkTo } from '~tests/walks/walk-parent';

/** A payment that was never sent needs no look-up, and the visitor can retry it at once. */

const NOT_SENT = 'Your payment was not sent: the payment service cannot be reached just now.';

async function openReview(browser: PlainBrowser, who: 'parent A' | 'an invited co-parent'): Promise<void> {
  if (who === 'parent A') {
    await walkTo(browser, 'payment/review', parentOfLondon());
    // Outside the US, the review has a checkbox for the terms.
    return browser.fill({ termsAndConditions: true });
  }
  await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
  await walkInvitedTo(browser, 'payment/review', coParentOfMinnesota());
}

it.each([
  ['parent A', 'registrations', ''],
  ['an invited co-parent', 'parents', '/invite'],
] as const)('shows %s a notice and the review, and charges once for the next press', async (who, group, prefix) => {
  const { browser, troubled, charges, orders, log } = await serveTroubled();
  await openReview(browser, who);
  const consent = who === 'parent A' ? 'on' : undefined;
  troubled.unplug([`${group}.pay`]);
  troubled.takeAsked();

  for (let time = 1; time <= 2; time += 1) {
    const page = await browser.press('Pay now');
    expect([page.path, page.status, page.heading]).toEqual([`${prefix}/payment/review`, 503, 'Review and pay']);
    expect(page.errors).toEqual([expect.stringContaining(NOT_SENT)]);
    expect(page.title).toMatch(/^Error: /);
    expect(page.html).not.toContain('We are checking your payment');
    expect(page.values.termsAndConditions).toBe(consent);
  }
  expect(troubled.takeAsked()).not.toContain(`${group}.payment`);
  expect(log()).toContain('failed to send a payment');
  // A reload does not wait either.
  expect((await browser.reload()).heading).toBe('Review and pay');
  expect([charges(), await orders()]).toEqual([[], 0]);

  troubled.recover();
  if (consent) browser.fill({ termsAndConditions: true });
  expect((await browser.press('Pay now')).path).toBe(`${prefix}/credentials`);
  expect([charges(), await orders()]).toEqual([['settling'], 1]);
});

it('sends no payment for a press that has taken 50 seconds, before a proxy abandons it', async () => {
  const now = performance.now.bind(performance);
  let slowness = 0;
  let passed = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
  const { browser, charges } = await serveSite({
    trouble: ({ registrations }) => ({
      registrations: {
        update: (input) => registrations.update(input).finally(() => (passed += slowness)),
      },
    }),
  });
  await walkTo(browser, 'payment/review', parentOfMinnesota());
  // Two updates precede a payment.
  slowness = 25_000;
  const page = await browser.press('Pay now');
  expect([page.path, page.text('.notice')]).toEqual([
    '/payment/review',
    expect.stringContaining('Your payment did not reach us, and nothing was charged'),
  ]);
  expect(charges()).toEqual([]);
  slowness = 24_000;
  expect((await browser.press('Pay now')).path).toBe('/credentials');
});
