import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parentOfMinnesota, type ParentAnswers } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { shortOrFull } from '~tests/fakes/faults';
import { serveSite } from '~tests/servers/site';
import { walkTo } from '~tests/walks/walk-parent';

const RUNS = shortOrFull(8, 200, 24);

const MOVES = [
  'press',
  'press and lose the response',
  'press twice',
  'copy',
  'open pages with old copies',
  'change the language',
] as const;
type Move = (typeof MOVES)[number];

/** Walks a visitor from Pay now to the receipt, while thieves copy the cookies. */
class Walk {
  /** Copies with the current session id, which open the same pages, and copies with an old id, which must not. */
  private fresh: PlainBrowser[] = [];
  private stale: PlainBrowser[] = [];

  constructor(
    private readonly browser: PlainBrowser,
    private readonly answers: ParentAnswers,
  ) {}

  async move(move: Move): Promise<void> {
    switch (move) {
      case 'press':
        return this.press(async () => void (await this.browser.pressEnter()));
      case 'press and lose the response':
        return this.press(() => this.send(this.browser.copy()));
      case 'press twice':
        return this.press(async () => {
          await Promise.all([this.send(this.browser.copy()), this.send(this.browser.copy())]);
          await this.browser.pressEnter();
        });
      case 'copy':
        return void this.fresh.push(this.browser.copy());
      case 'open pages with old copies':
        for (const copy of this.stale) await this.expectNothing(copy);
        return;
      case 'change the language': {
        const isSpanish = this.browser.page.$('html').attr('lang') === 'es';
        await this.browser.press(isSpanish ? 'English' : 'Español');
      }
    }
  }

  /** Expects that the visitor reaches the receipt with at most two presses, even after lost responses. */
  async finish(): Promise<void> {
    for (let press = 0; press < 2 && this.hasForm(); press += 1) await this.move('press');
    await this.move('open pages with old copies');
    expect(this.browser.page.path).toBe('/credentials');
    const receipt = await this.browser.open('/receipt');
    expect(receipt.text('main')).toContain('$179.55');
  }

  async exit(): Promise<void> {
    await this.browser.post('/exit', this.browser.page.mark);
    this.stale.push(...this.fresh.splice(0));
    await this.move('open pages with old copies');
  }

  private hasForm(): boolean {
    return this.browser.page.$('#answers').length > 0;
  }

  private async press(press: () => Promise<void>): Promise<void> {
    if (!this.hasForm()) return;
    if (this.browser.page.path.startsWith('/credentials')) this.browser.fill(this.answers.credentials);
    await press();
    this.stale.push(...this.fresh.splice(0));
  }

  /** Posts the open form. Only the receiver gets the response. */
  private async send(receiver: PlainBrowser): Promise<void> {
    const { action, body } = this.browser.page.submission(this.browser.page.defaultButton());
    expect((await receiver.send('POST', action, body.toString())).status).toBe(303);
  }

  private async expectNothing(copy: PlainBrowser): Promise<void> {
    for (const path of ['/credentials', '/payment/review', '/receipt']) {
      const page = await copy.open(path);
      expect(page.$('[name=password], .review-list, dd').length, `${path} for a copy`).toBe(0);
      expect(page.html).not.toContain(String(this.answers.step1.email));
    }
  }
}

it(
  'rejects copied cookies and loses no sign-up for presses, lost responses, copies and exits in any order',
  async () => {
    const { openBrowser, payments } = await serveSite();
    let walks = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...MOVES), { minLength: 1, maxLength: 10 }),
        fc.boolean(),
        async (moves, exits) => {
          const browser = openBrowser();
          const answers = parentOfMinnesota();
          await walkTo(browser, 'payment/review', answers);
          const walk = new Walk(browser, answers);
          const before = (await payments()).length;
          for (const move of moves) await walk.move(move);
          await (exits ? walk.exit() : walk.finish());
          expect((await payments()).length - before).toBeLessThanOrEqual(1);
          walks += 1;
        },
      ),
      { numRuns: RUNS, seed: 20261122 },
    );
    expect(walks).toBe(RUNS);
  },
  shortOrFull(60_000, 1_800_000, 180_000),
);
