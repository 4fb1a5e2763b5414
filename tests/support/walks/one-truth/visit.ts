import { DIALOG, PATHS, type JourneyName, type Screen } from './screens';
import { packagesSoldIn } from './expected-price';
import type { OldReview } from './old-review';
import { Rules, type Rule } from './rules';
import { PlainBrowser, type Page } from '~tests/browser/plain-browser';
import type { Typed } from '~tests/browser/plain-page';
import { noAnswers, startAgain, type FormValues, type Truth, contactIn, placeIn } from './truth';
import type { World } from './world';

/** Applies an accepted form to the model. @param landed the screen after the post */
function accept(
  truth: Truth,
  screen: Screen,
  { posted, landed }: { posted: FormValues; landed: Screen | undefined },
): void {
  const email = truth.contact?.email ?? '';
  delete truth.unsent[screen];
  truth.drafts.delete(screen);
  switch (screen) {
    case 'step1':
      truth.contact = contactIn(posted, email);
      truth.isRegistered = true;
      return;
    case 'step2':
      truth.family = posted;
      return;
    case 'packages':
      truth.order = landed === 'build' ? undefined : { packageId: String(posted.packageId) };
      return;
    case 'build':
      truth.order = { packageId: '2041', built: builtIn(posted) };
      return;
    case 'payment/billing':
      // Another country may not accept the card.
      if (truth.place?.country !== posted.country) truth.card = undefined;
      truth.place = placeIn(posted);
      truth.startedAgain = false;
      return;
    case 'payment/method':
      truth.paysForCoParent = posted.isPayingForCoparent === 'on';
      if (!posted.cardNumber) return;
      truth.card = String(posted.cardNumber).slice(-4);
      truth.cardsEntered += 1;
      return;
    case 'payment/review':
      truth.isPaid = landed === 'credentials';
      return;
    case 'credentials':
      return;
  }
}

function builtIn(posted: FormValues) {
  return {
    subscription: String(posted.subscription),
    options: [posted.tonemeter ?? [], posted.unlimitedPayments ? 'UNLIMITEDPAYMENTS' : []].flat(),
  };
}

/** Secrets, and hidden fields with another value on each rendering. */
const NEVER_RETURNED = ['cardNumber', 'cardCvv', 'subscriptionCode', 'shown', 'reviewed', 'countryCode', 'phoneNumber'];

/** A visitor in one browser, with all answers and pages. */
export class Visit {
  readonly truth: Truth = noAnswers();
  readonly browser: PlainBrowser;
  readonly rules: Rules;
  /** A page that is still open in another tab. */
  otherTab: { screen: Screen; page: Page } | undefined;
  oldReview: OldReview | undefined;
  /** The page of a rejected form, which shows typed values instead of the accepted answers. */
  returned: Page | undefined;
  /** Describes the moves and the pages after them. Only an error needs the texts, which would parse every page. */
  readonly trace: (() => string)[] = [];
  /** The number of checked backend calls. */
  checkedCalls: number;
  /** The amount on the review when Pay now was pressed. */
  reviewed: { total: string } | undefined;

  constructor(
    readonly world: World,
    readonly journey: JourneyName,
    /** A part of every e-mail of this visitor, and an invited parent's user id. */
    readonly id: string,
    watched?: readonly Rule[],
  ) {
    this.rules = new Rules(watched);
    this.browser = new PlainBrowser(world.origin);
    this.checkedCalls = world.calls.length;
  }

  get page(): Page {
    return this.browser.page;
  }

  get email(): string {
    return this.truth.contact?.email ?? '';
  }

  /** Returns whether a package is sold in a country. */
  sells(packageId: string, country: string): boolean {
    return packagesSoldIn(country, this.world).includes(packageId);
  }

  has(screen: Screen): boolean {
    return PATHS[this.journey][screen] !== undefined;
  }

  pathOf(screen: Screen): string {
    const path = PATHS[this.journey][screen];
    if (path === undefined) throw new Error(`${screen} is not a screen of the journey ${this.journey}`);
    return path;
  }

  screenOf(page: Page): Screen | undefined {
    const path = page.path.replace(/\?.*$/, '');
    return (Object.keys(PATHS[this.journey]) as Screen[]).find((screen) => PATHS[this.journey][screen] === path);
  }

  /** Opens another window of this browser. */
  openWindow(): PlainBrowser {
    const other = new PlainBrowser(this.world.origin);
    other.jar = this.browser.jar;
    return other;
  }

  /** Opens a screen. @returns false if it is not open yet */
  async goTo(screen: Screen): Promise<boolean> {
    if (!this.has(screen)) return false;
    this.noticeLoss(screen, await this.look(() => this.browser.open(this.pathOf(screen))));
    return this.screenOf(this.page) === screen;
  }

  /** Fills in the open page and presses Continue, or another button. */
  async send(typed: Typed, selector?: string): Promise<void> {
    const screen = this.screenOf(this.page);
    this.page.fill(typed);
    const posted = this.page.values;
    await this.look(() => (selector === undefined ? this.browser.pressEnter() : this.press(selector)));
    if (screen) this.remember(screen, posted);
  }

  /** Submits the form of the other tab with a change. */
  async sendOtherTab(typed: Typed): Promise<void> {
    if (!this.otherTab) return;
    const { page, screen } = this.otherTab;
    const known = Object.fromEntries(Object.entries(typed).filter(([name]) => name in page.values));
    page.fill(known);
    const posted = page.values;
    // A step that is not open keeps the form as a draft.
    const isOpen = this.screenOf(await this.openWindow().open(this.pathOf(screen))) === screen;
    const { action, body } = page.submission(page.defaultButton());
    await this.look(() => this.browser.post(action.pathname + action.search, body.toString()));
    this.otherTab = undefined;
    if (isOpen) this.remember(screen, posted);
    else this.truth.unsent[screen] = posted;
  }

  async press(selector: string): Promise<Page> {
    const button = this.page.$(selector).first();
    if (button.length === 0) throw new Error(`${this.page.describe()} has no ${selector}`);
    const { action, body } = this.page.submission(button);
    return this.browser.post(action.pathname + action.search, body.toString());
  }

  /** Sends a request, and records its page. @throws BrokenRule for a server error or a redirect loop */
  async look(request: () => Promise<Page>): Promise<Page> {
    const page = await this.loadWorking(request);
    this.trace.push(
      () =>
        `    ${page.describe()}${page.$(DIALOG).length > 0 ? ' with the dialog' : ''}${page.errors.length > 0 ? `: ${page.errors.join(' | ')}` : ''}`,
    );
    return page;
  }

  /** Opens a page in another window. */
  async lookIn(window: PlainBrowser, screen: Screen): Promise<Page> {
    const page = await this.loadWorking(() => window.open(this.pathOf(screen)));
    this.noticeLoss(screen, page);
    return page;
  }

  private async loadWorking(request: () => Promise<Page>): Promise<Page> {
    const page = await request().catch((error: unknown) => {
      const isLoop = error instanceof Error && error.message.startsWith('Redirected in a loop');
      this.rules.hold('working', !isLoop, () => String(error));
      throw error;
    });
    this.rules.hold('working', page.status < 500, () => page.describe());
    return page;
  }

  /** Records that a page has detected the lost registration. */
  private noticeLoss(screen: Screen, page: Page): void {
    if (this.truth.isGone && screen !== 'step1' && this.screenOf(page) === 'step1') this.expectNewStart(page);
  }

  /** Applies a posted form to the model, depending on the next page. */
  private remember(screen: Screen, posted: FormValues): void {
    const { truth, page, browser } = this;
    if (page.path === '/duplicate') {
      truth.unsent[screen] = posted;
      startAgain(truth);
      return;
    }
    if (truth.isGone && asksBackend(screen) && !hasFieldErrors(page)) {
      truth.unsent[screen] = posted;
      this.expectNewStart(page);
      return;
    }
    // Without a redirect, the form was rejected.
    if (browser.redirects.length === 0) this.checkRefused(screen, posted);
    else if (this.isSentAway(screen)) truth.unsent[screen] = posted;
    else {
      accept(truth, screen, { posted, landed: this.screenOf(page) });
      if (screen === 'payment/billing') this.checkDialog();
      // The first step loads the available packages again, and drops a package that is not sold at the address.
      if (screen === 'step1' && !this.isPackageSold()) truth.order = undefined;
      // The page after the packages shows a price if the billing form was answered before.
      this.noticeLoss(screen, page);
    }
  }

  /** Expects the typed values after a rejected form or a language switch. */
  checkReturned(posted: FormValues): void {
    this.returned = this.page;
    const { values } = this.page;
    const screen = this.screenOf(this.page);
    const { unsent, drafts } = this.truth;
    // A page that is out of date writes nothing (docs/rules.md, "Page ownership").
    if (this.page.status !== 409 && screen && (unsent[screen] || drafts.has(screen))) unsent[screen] = posted;
    const lost = Object.keys(values).filter((name) => name in posted && String(values[name]) !== String(posted[name]));
    const typed = lost.filter((name) => !NEVER_RETURNED.includes(name));
    this.rules.hold('kept', typed.length === 0, () => `${this.page.describe()} changed ${typed.join(', ')}`);
  }

  /** Expects a dialog for a country in which the package is not sold. */
  private checkDialog(): void {
    const hasDialog = this.page.$(DIALOG).length > 0;
    const found = () => `billed in ${this.truth.place?.country}: ${this.page.describe()}`;
    this.rules.hold('dialog', this.isPackageSold() || hasDialog, found);
  }

  /** Returns whether the chosen package is sold at the address, or true if one of them is unknown. */
  private isPackageSold(): boolean {
    const { order, place } = this.truth;
    return !order || !place || this.sells(order.packageId, place.country);
  }

  /** Expects errors at fields, and no error that only refers to support. */
  private checkRefused(screen: Screen, posted: FormValues): void {
    const { page } = this;
    const isSentToSupport = screen === 'payment/billing' && page.errors.length > 0 && !hasFieldErrors(page);
    this.rules.hold('dialog', !isSentToSupport, () => `${page.describe()} has the errors ${page.errors.join(' | ')}`);
    this.checkReturned(posted);
  }

  /** Returns whether the payment view rejected the form with a redirect to an explanation. */
  private isSentAway(screen: Screen): boolean {
    const landed = this.screenOf(this.page);
    return screen === 'payment/method' && (landed === 'packages' || landed === 'step1');
  }

  private expectNewStart(page: Page): void {
    const { truth } = this;
    this.rules.hold(
      'gone',
      this.screenOf(page) === 'step1' && page.$('.notice.warning').length > 0,
      () => `the backend lost the registration, and the visitor is on ${page.describe()}`,
    );
    startAgain(truth);
  }
}

/** Returns whether all errors are at fields, so that the backend was not called. */
function hasFieldErrors(page: Page): boolean {
  return page.errors.length > 0 && page.errors.length === page.$('.error-summary li a').length;
}

/** Returns whether a step calls the backend with the registration. */
function asksBackend(screen: Screen): boolean {
  return screen !== 'packages' && screen !== 'build';
}
