import { DIALOG, PATHS, type JourneyName, type Screen } from './screens';
import { packagesSoldIn } from './expected-price';
import type { OldReview } from './old-review';
import { Rules, type Rule } from './rules';
import { PlainBrowser, type Page } from '~tests/browser/plain-browser';
import type { Typed } from '~tests/browser/plain-page';
import { nothingSaid, startAgain, type Said, type Truth, contactIn, placeIn } from './truth';
import type { World } from './world';

/** Applies an accepted form to the truth. @param landed the screen that it led to */
function accept(truth: Truth, screen: Screen, { said, landed }: { said: Said; landed: Screen | undefined }): void {
  const email = truth.contact?.email ?? '';
  delete truth.unsent[screen];
  switch (screen) {
    case 'step1':
      truth.contact = contactIn(said, email);
      truth.isRegistered = true;
      return;
    case 'step2':
      truth.family = said;
      return;
    case 'packages':
      truth.order = landed === 'build' ? undefined : { packageId: String(said.packageId) };
      return;
    case 'build':
      truth.order = { packageId: '2041', built: builtIn(said) };
      return;
    case 'payment/billing':
      // Another country may not accept the card.
      if (truth.place?.country !== said.country) truth.card = undefined;
      truth.place = placeIn(said);
      truth.startedAgain = false;
      return;
    case 'payment/method':
      truth.paysForCoParent = said.isPayingForCoparent === 'on';
      if (!said.cardNumber) return;
      truth.card = String(said.cardNumber).slice(-4);
      truth.cardsEntered += 1;
      return;
    case 'payment/review':
      truth.isPaid = landed === 'credentials';
      return;
    case 'credentials':
      return;
  }
}

function builtIn(said: Said) {
  return {
    subscription: String(said.subscription),
    options: [said.tonemeter ?? [], said.unlimitedPayments ? 'UNLIMITEDPAYMENTS' : []].flat(),
  };
}

/** Secrets, and hidden fields of the page. `reviewed` seals what one rendering of Review shows, so each page has another. */
const NEVER_SENT_BACK = [
  'cardNumber',
  'cardCvv',
  'subscriptionCode',
  'shown',
  'reviewed',
  'countryCode',
  'phoneNumber',
];

/** One person in one browser, with all their answers and pages. */
export class Visit {
  readonly truth: Truth = nothingSaid();
  readonly browser: PlainBrowser;
  readonly rules: Rules;
  /** A page that is still open in another tab. */
  otherTab: { screen: Screen; page: Page } | undefined;
  oldReview: OldReview | undefined;
  /** The page of a rejected form: it shows what was typed, not the accepted answers. */
  cameBack: Page | undefined;
  /** Moves and the pages that they led to. */
  readonly trace: string[] = [];
  /** Calls to the backend that were checked. */
  toldBefore: number;
  /** The amount on the review when Pay now was pressed. */
  reviewed: { total: string } | undefined;

  constructor(
    readonly world: World,
    readonly journey: JourneyName,
    /** Part of every e-mail of this person, and an invited parent's user id. */
    readonly id: string,
    watched?: readonly Rule[],
  ) {
    this.rules = new Rules(watched);
    this.browser = new PlainBrowser(world.origin);
    this.toldBefore = world.told.length;
  }

  get page(): Page {
    return this.browser.page;
  }

  get email(): string {
    return this.truth.contact?.email ?? '';
  }

  /** Whether a package is sold in a country. */
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

  /** Another window of this browser. */
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
    const said = this.page.values;
    await this.look(() => (selector === undefined ? this.browser.pressEnter() : this.press(selector)));
    if (screen) this.remember(screen, said);
  }

  /** Sends the form of the other tab, as it was opened, with a change. */
  async sendOtherTab(typed: Typed): Promise<void> {
    if (!this.otherTab) return;
    const { page, screen } = this.otherTab;
    const known = Object.fromEntries(Object.entries(typed).filter(([name]) => name in page.values));
    page.fill(known);
    const said = page.values;
    // A locked step keeps the form as a draft.
    const isOpen = this.screenOf(await this.openWindow().open(this.pathOf(screen))) === screen;
    const { action, body } = page.submission(page.defaultButton());
    await this.look(() => this.browser.post(action.pathname + action.search, body.toString()));
    this.otherTab = undefined;
    if (isOpen) this.remember(screen, said);
    else this.truth.unsent[screen] = said;
  }

  async press(selector: string): Promise<Page> {
    const button = this.page.$(selector).first();
    if (button.length === 0) throw new Error(`${this.page.describe()} has no ${selector}`);
    const { action, body } = this.page.submission(button);
    return this.browser.post(action.pathname + action.search, body.toString());
  }

  /** @throws BrokenRule if the page breaks or redirects in a circle */
  async look(request: () => Promise<Page>): Promise<Page> {
    const page = await this.sound(request);
    this.trace.push(
      `    ${page.describe()}${page.$(DIALOG).length > 0 ? ' with the dialog' : ''}${page.errors.length > 0 ? `: ${page.errors.join(' | ')}` : ''}`,
    );
    return page;
  }

  /** Looks at a page in another window. */
  async lookIn(window: PlainBrowser, screen: Screen): Promise<Page> {
    const page = await this.sound(() => window.open(this.pathOf(screen)));
    this.noticeLoss(screen, page);
    return page;
  }

  private async sound(request: () => Promise<Page>): Promise<Page> {
    const page = await request().catch((error: unknown) => {
      const isCircle = error instanceof Error && error.message.startsWith('Redirected in a circle');
      this.rules.hold('sound', !isCircle, () => String(error));
      throw error;
    });
    this.rules.hold('sound', page.status < 500, () => page.describe());
    return page;
  }

  /** Records that a page with a backend call found the registration gone. */
  private noticeLoss(screen: Screen, page: Page): void {
    if (this.truth.isGone && screen !== 'step1' && this.screenOf(page) === 'step1') this.expectNewStart(page);
  }

  /** Applies a posted form to the truth, by where it led. */
  private remember(screen: Screen, said: Said): void {
    const { truth, page, browser } = this;
    if (page.path === '/duplicate') {
      truth.unsent[screen] = said;
      startAgain(truth);
      return;
    }
    if (truth.isGone && asksBackend(screen) && !hasFieldErrors(page)) {
      truth.unsent[screen] = said;
      this.expectNewStart(page);
      return;
    }
    // Continue leads on; a returned form was not accepted.
    if (browser.redirects.length === 0) this.checkRefused(screen, said);
    else if (this.isSentAway(screen)) truth.unsent[screen] = said;
    else {
      accept(truth, screen, { said, landed: this.screenOf(page) });
      if (screen === 'payment/billing') this.checkDialog();
      // The first step fetches the available packages again, and removes a package that is not sold to the address.
      if (screen === 'step1' && !this.isPackageSold()) truth.order = undefined;
    }
  }

  /** Expects a rejected form, or one sent for another language, to return as typed. */
  checkCameBack(said: Said): void {
    this.cameBack = this.page;
    const { values } = this.page;
    const lost = Object.keys(values).filter((name) => name in said && String(values[name]) !== String(said[name]));
    const typed = lost.filter((name) => !NEVER_SENT_BACK.includes(name));
    this.rules.hold('kept', typed.length === 0, () => `${this.page.describe()} changed ${typed.join(', ')}`);
  }

  /** Expects a dialog at once for a country where the package is not sold. */
  private checkDialog(): void {
    const hasDialog = this.page.$(DIALOG).length > 0;
    const found = () => `billed in ${this.truth.place?.country}: ${this.page.describe()}`;
    this.rules.hold('dialog', this.isPackageSold() || hasDialog, found);
  }

  /** Tests whether the chosen package is sold to the address, as far as both are known. */
  private isPackageSold(): boolean {
    const { order, place } = this.truth;
    return !order || !place || this.sells(order.packageId, place.country);
  }

  /** Expects the dialog, not a phone number, for a visitor who may buy another package. */
  private checkRefused(screen: Screen, said: Said): void {
    const { page } = this;
    const isSentToSupport = screen === 'payment/billing' && page.errors.length > 0 && !hasFieldErrors(page);
    this.rules.hold('dialog', !isSentToSupport, () => `${page.describe()} says ${page.errors.join(' | ')}`);
    this.checkCameBack(said);
  }

  /** The page could not accept the input, and another page explains it. */
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

/** The form was invalid, so the backend was not called. */
function hasFieldErrors(page: Page): boolean {
  return page.errors.length > 0 && page.errors.length === page.$('.error-summary li a').length;
}

/** Every step except the packages calls the backend with the registration. */
function asksBackend(screen: Screen): boolean {
  return screen !== 'packages' && screen !== 'build';
}
