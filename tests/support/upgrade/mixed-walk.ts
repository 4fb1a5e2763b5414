import type { PlainBrowser } from '~tests/browser/plain-browser';
import { pathOf, submitOpenStep, waitForOutcome, type AnswersByStep } from './walk-on';

/** Twice the pages of a journey, because a visitor may see some of them again. */
const MAX_PAGES = 40;

/** The journey of a visitor whose requests go to two releases, and who retries after an error. */
export class MixedWalk {
  /** Rejected forms with their page, status and errors. */
  readonly askedAgain: string[] = [];
  /** Earlier steps to which a later step redirected, with their notices. */
  readonly ledBack: string[] = [];
  /** The page outside the journey where the walk ended. */
  ledOut: string | undefined;
  #furthest = -1;

  constructor(
    private readonly browser: PlainBrowser,
    private readonly answers: AnswersByStep,
    private readonly goal: string,
  ) {}

  get hasArrived(): boolean {
    return pathOf(this.browser.page) === this.goal;
  }

  get isOver(): boolean {
    return this.hasArrived || this.ledOut !== undefined;
  }

  /** Walks from the open page to the goal, or out of the journey. @throws Error after too many pages */
  async walkToTheEnd(): Promise<void> {
    for (let pages = 0; !this.isOver; pages += 1) {
      if (pages > MAX_PAGES)
        throw new Error(`${this.browser.page.describe()} is reached after ${MAX_PAGES} pages: ${JSON.stringify(this)}`);
      await this.takeStep();
    }
  }

  /** Fills in the open page, or waits for its redirect. @throws Error if the page is broken */
  async takeStep(): Promise<void> {
    const { page } = this.browser;
    if (page.status >= 500) throw new Error(`${page.describe()} is broken`);
    if (page.headers.has('refresh')) return void (await waitForOutcome(this.browser));
    const step = Object.keys(this.answers).findIndex((name) => pathOf(page).endsWith(`/${name}`));
    // The page that confirms the credentials has the URL of their form.
    if (step === -1 || page.$('#answers').length === 0) return void (this.ledOut = `${page.path}: ${page.heading}`);
    if (page.status >= 400) this.askedAgain.push(`${page.path} ${page.status}: ${page.errors.join(' ')}`);
    else if (step < this.#furthest) this.ledBack.push(`${page.path}: ${page.text('.notice')}`);
    this.#furthest = Math.max(this.#furthest, step);
    await submitOpenStep(this.browser, this.answers);
  }

  toJSON() {
    return { ended: this.hasArrived ? 'arrived' : this.ledOut, askedAgain: this.askedAgain, ledBack: this.ledBack };
  }
}
