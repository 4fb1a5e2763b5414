import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { CARDS, parentOfMinnesota } from '~tests/answers/parent-answers';
import type { Page, PlainBrowser } from '~tests/browser/plain-browser';
import { shortOrFull } from '~tests/fakes/faults';
import { serveSiteAfter, type Backend } from '~tests/servers/site';
import { walkTo } from '~tests/walks/walk-parent';

const answers = parentOfMinnesota();
const serve = serveSiteAfter((browser) => walkTo(browser, 'payment/method', answers));

const METHOD = '/payment/method';
/** Of one subscription and of two, in cents, with tax; without and with the code PREPAID-40. */
const TOTALS = { plain: [17955, 35910], reduced: [13680, 31635] };

/** What a visitor may do on the payment view, besides toggling the box. */
const MOVES = [
  'Update',
  'Apply',
  'apply a wrong code',
  'Remove',
  'language',
  'Back',
  'I need more time',
  'PayPal',
  'approve PayPal',
  'a wrong card',
  'a declined card',
  'open again',
  'Review',
] as const;
type Move = (typeof MOVES)[number];
const NAME = 'Ann Kept';
const TYPED = { ...answers['payment/method'], cardHolderName: NAME };
const ANY_MOVE = fc.record({ move: fc.constantFrom(...MOVES), isTicked: fc.option(fc.boolean(), { nil: undefined }) });

/** Holds that the page's total is that of its box, and that only the visitor changes the box while the backend prices both subscriptions. */
class Visit {
  private isTicked = false;
  private hasCode = false;
  private isBritish = false;
  private last: Move | undefined;

  constructor(
    private readonly browser: PlainBrowser,
    private readonly pricesBoth = true,
  ) {}

  async move({ move, isTicked }: { move: Move; isTicked: boolean | undefined }): Promise<void> {
    if (isTicked !== undefined && move !== 'open again') {
      this.browser.fill({ isPayingForCoparent: isTicked });
      this.isTicked = isTicked;
    }
    // A rejected code stays typed, and would stop the other buttons.
    this.browser.fill({ subscriptionCode: '' });
    const isRefused = this.isUnpriced && move !== 'open again';
    if (isRefused) this.browser.fill({ cardHolderName: NAME });
    await this.press(move);
    const { page } = this.browser;
    if (isRefused) {
      expect(page.texts('.notice.warning').join(' ')).toContain('its box is not ticked any more');
      expect(page.values.cardHolderName).toBe(NAME);
      this.isTicked = false;
    }
    expect(page.path.split('?')[0]).toBe(METHOD);
    const isShownTicked = page.values.isPayingForCoparent === 'on';
    const total = Number(page.figure('Total').replaceAll(/\D/g, ''));
    expect(total).toBe(TOTALS[this.hasCode ? 'reduced' : 'plain'][Number(isShownTicked)]);
    const announced = /New total: \D*([\d.]+)/.exec(page.text('.co-parent-box'))?.[1]?.replace('.', '');
    expect([undefined, String(total)]).toContain(announced);
    // A language switch stores nothing, so opening the page again may show the box as it was before.
    if (move === 'open again' && this.last === 'language') this.isTicked = isShownTicked;
    expect(isShownTicked).toBe(this.isTicked);
    this.last = move;
  }

  private get isUnpriced(): boolean {
    return this.isTicked && !this.pricesBoth;
  }

  private async press(move: Move): Promise<void> {
    const { browser } = this;
    switch (move) {
      case 'Apply':
        browser.fill({ subscriptionCode: 'PREPAID-40' });
        // Without a price the code is not checked, and stays typed.
        if (!this.isUnpriced) this.hasCode = true;
        return void (await browser.press('Apply'));
      case 'apply a wrong code':
        browser.fill({ subscriptionCode: 'NO-SUCH-CODE' });
        return void (await browser.press('Apply'));
      case 'Remove':
        await browser.press(this.hasCode ? 'Remove' : 'Update');
        this.hasCode = false;
        return;
      case 'language':
        this.isBritish = !this.isBritish;
        return void (await browser.press(this.isBritish ? 'English (UK)' : 'English'));
      case 'Back':
        expect((await browser.press('Back')).path).toBe('/payment/billing');
        return void (await browser.open(METHOD));
      case 'PayPal':
        await browser.press('PayPal');
        if (!this.isUnpriced) await browser.press('Cancel');
        return;
      case 'approve PayPal':
        await browser.press('PayPal');
        if (this.isUnpriced) return;
        this.expectReview(await browser.press('Approve'));
        return void (await browser.follow('Change', 3));
      case 'a wrong card':
        browser.fill({ ...TYPED, ...CARDS.unknown });
        return void (await browser.press('Continue'));
      case 'a declined card':
        if (await this.review(CARDS.declined)) await browser.press('Pay now');
        return;
      case 'Review':
        if (await this.review(CARDS.approved)) await browser.follow('Change', 3);
        return;
      case 'open again':
        return void (await browser.reload());
      case 'Update':
      case 'I need more time':
        return void (await browser.press(move));
    }
  }

  /** @returns false if the press shows the payment view again, because the order with the box has no price */
  private async review(card: { cardNumber: string }): Promise<boolean> {
    // `move` has typed the name that a refused press must keep.
    this.browser.fill({ ...TYPED, ...card });
    const page = await this.browser.press('Continue');
    if (this.isUnpriced) return false;
    this.expectReview(page);
    return true;
  }

  private expectReview(page: Page): void {
    expect([page.path, Number(page.figure('Total').replaceAll(/\D/g, ''))]).toEqual([
      '/payment/review',
      TOTALS[this.hasCode ? 'reduced' : 'plain'][Number(this.isTicked)],
    ]);
  }
}

it('shows the total of the box on the page after every press', { timeout: 120_000 }, async () => {
  await walk(async () => new Visit((await serve()).browser), shortOrFull(20, 300));
});

// Beside an approved wallet no name is suggested, so the form without the box is empty.
it.each(['I need more time', 'Back'] as const)(
  'keeps a box that was cleared beside a wallet, after %s',
  async (move) => {
    const visit = new Visit((await serve()).browser);
    await visit.move({ move: 'approve PayPal', isTicked: true });
    await visit.move({ move, isTicked: false });
  },
);

it.each(['I need more time', 'Back'] as const)(
  'keeps a cleared box while a code pays for both, after %s',
  async (move) => {
    const { browser, site } = await serve();
    await site.store.db.updateTable('backend_activation_codes').set({ amount: 50_000 }).execute();
    browser.fill({ isPayingForCoparent: true, subscriptionCode: 'PREPAID-FULL' });
    expect((await browser.press('Apply')).figure('Total')).toBe('$0.00');
    browser.fill({ isPayingForCoparent: false });
    await browser.press(move);
    expect((await browser.open(METHOD)).values.isPayingForCoparent).toBeUndefined();
  },
);

describe('while the backend prices the order only without the co-parent’s subscription', () => {
  const broken = ({ registrations }: Backend): Pick<Backend['registrations'], 'price'> => ({
    price: (input) =>
      input.body.payForCoparent ? Promise.reject(new Error('no such price')) : registrations.price(input),
  });

  it('clears the box and keeps the rest of the form after every press', { timeout: 120_000 }, async () => {
    await walk(
      async () =>
        new Visit((await serve({ trouble: (backend) => ({ registrations: broken(backend) }) })).browser, false),
      shortOrFull(12, 150),
    );
  });

  it('leads back from Review', async () => {
    let pricesBoth = true;
    const { browser } = await serve({
      trouble: (backend) => ({
        registrations: {
          price: (input) => (pricesBoth ? backend.registrations.price : broken(backend).price)(input),
        },
      }),
    });
    browser.fill({ ...TYPED, isPayingForCoparent: true });
    await browser.press('Continue');
    pricesBoth = false;
    const page = await browser.open('/payment/review');
    expect([page.path, page.values.isPayingForCoparent]).toEqual([METHOD, undefined]);
    expect((await browser.press('Continue')).path).toBe('/payment/review');
  });
});

it('shows the card’s fields without errors once the box makes a free order cost something', async () => {
  const { browser, site } = await serve();
  await site.store.db.updateTable('backend_activation_codes').set({ amount: 20_000 }).execute();
  browser.fill({ subscriptionCode: 'PREPAID-FULL' });
  let page = await browser.press('Apply');
  expect([page.figure('Total'), page.$('[name=cardNumber]').length]).toEqual(['$0.00', 0]);
  browser.fill({ isPayingForCoparent: true });
  page = await browser.press('Continue');
  expect([page.status, page.path, page.$('[name=cardNumber]').length]).toEqual([200, METHOD, 1]);
  expect([page.text('.error-summary'), page.values.cardHolderName]).toEqual(['', expect.stringContaining('Ann')]);
  browser.fill(TYPED);
  expect((await browser.press('Continue')).path).toBe('/payment/review');
});

it.each([true, false])('ends the family’s first-time setup once it is paid with the box: %s', async (isTicked) => {
  const setFlag = vi.fn<Backend['families']['setFlag']>();
  const { browser } = await serve({
    trouble: ({ families }) => ({ families: { setFlag: setFlag.mockImplementation(families.setFlag) } }),
  });
  browser.fill({ ...TYPED, isPayingForCoparent: isTicked });
  await browser.press('Continue');
  expect((await browser.press('Pay now')).path).toBe('/credentials');
  expect(setFlag.mock.calls.map(([{ params, body }]) => [params.flag, body])).toEqual(
    isTicked ? [['firstTimeSetup', { value: false }]] : [],
  );
});

async function walk(begin: () => Promise<Visit>, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(ANY_MOVE, { minLength: 1, maxLength: 6 }), async (moves) => {
      const visit = await begin();
      for (const move of moves) await visit.move(move);
    }),
    { numRuns, ...(shortOrFull(true, false) && { seed: 20261127 }) },
  );
}
