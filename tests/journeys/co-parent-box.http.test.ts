import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CARDS, parentOfMinnesota } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { shortOrFull } from '~tests/fakes/faults';
import { serveSiteAfter } from '~tests/servers/site';
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
  'a wrong card',
  'a declined card',
  'open again',
  'Review',
] as const;
type Move = (typeof MOVES)[number];
const ANY_MOVE = fc.record({ move: fc.constantFrom(...MOVES), isTicked: fc.option(fc.boolean(), { nil: undefined }) });

/** Holds that the page's total is that of its box, and that only the visitor changes the box. */
class Visit {
  private isTicked = false;
  private hasCode = false;
  private isBritish = false;
  private last: Move | undefined;

  constructor(private readonly browser: PlainBrowser) {}

  async move({ move, isTicked }: { move: Move; isTicked: boolean | undefined }): Promise<void> {
    if (isTicked !== undefined && move !== 'open again') {
      this.browser.fill({ isPayingForCoparent: isTicked });
      this.isTicked = isTicked;
    }
    // A rejected code stays typed, and would stop the other buttons.
    this.browser.fill({ subscriptionCode: '' });
    await this.press(move);
    const { page } = this.browser;
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

  private async press(move: Move): Promise<void> {
    const { browser } = this;
    switch (move) {
      case 'Apply':
        browser.fill({ subscriptionCode: 'PREPAID-40' });
        this.hasCode = true;
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
        await browser.press('Cancel');
        return;
      case 'a wrong card':
        browser.fill({ ...answers['payment/method'], ...CARDS.unknown });
        return void (await browser.press('Continue'));
      case 'a declined card':
        await this.review(CARDS.declined);
        return void (await browser.press('Pay now'));
      case 'Review':
        await this.review(CARDS.approved);
        return void (await browser.follow('Change', 3));
      case 'open again':
        return void (await browser.reload());
      case 'Update':
      case 'I need more time':
        return void (await browser.press(move));
    }
  }

  private async review(card: { cardNumber: string }): Promise<void> {
    this.browser.fill({ ...answers['payment/method'], ...card });
    const page = await this.browser.press('Continue');
    expect([page.path, Number(page.figure('Total').replaceAll(/\D/g, ''))]).toEqual([
      '/payment/review',
      TOTALS[this.hasCode ? 'reduced' : 'plain'][Number(this.isTicked)],
    ]);
  }
}

it('shows the total of the box on the page after every press', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(ANY_MOVE, { minLength: 1, maxLength: 6 }), async (moves) => {
      const visit = new Visit((await serve()).browser);
      for (const move of moves) await visit.move(move);
    }),
    { numRuns: shortOrFull(20, 300), ...(shortOrFull(true, false) && { seed: 20261127 }) },
  );
});
