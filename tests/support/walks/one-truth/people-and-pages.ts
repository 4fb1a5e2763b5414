import { createHash } from 'node:crypto';
import type { JoinState } from '~/journeys/join-state';
import { createSealing, sealedJson } from '~/lib/sealing.server';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota, type Answers } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { type Page } from '~tests/browser/plain-browser';
import { TEST_SECRET } from '~tests/servers/site';
import type { World } from './world';

/* A browser may post any of its earlier pages at any time. */

const OUT_OF_DATE =
  /^(This page is out of date|Esta página ya no está vigente|A sign-up has already begun in this browser|Ya se inició un registro en este navegador)$/;
const SECRET = /password|security(Answer|Code)|confirm|card(Number|Cvv)/i;
const STEPS = [
  'step1',
  'step2',
  'step3',
  'packages',
  'payment/billing',
  'payment/method',
  'payment/review',
  'credentials',
];
/** Paths that act on a sign-up. */
const CROSS_PATHS = ['', '/invite'].flatMap((base) => STEPS.map((step) => `${base}/${step}`));

const MOVES_OFTEN = ['goOn', 'goOn', 'press', 'cross', 'language', 'copy'] as const;

interface Person {
  journey: 'parent' | 'invited';
  /** A text in everything that this person types, and in nothing that others type. */
  marker: string;
  /** The path with which the journey begins. */
  entry: string;
}

/** One sign-up in one browser. */
interface SignUp {
  person: Person;
}

/** A browser, and the sign-up of its cookies. */
interface Seat {
  index: number;
  browser: PlainBrowser;
  signUp: SignUp | null;
  exits: number;
}

/** A served page. */
interface Served {
  page: Page;
  seat: Seat;
  person: Person;
  /** The sign-up of the page, or null if the browser had not begun one. */
  signUp: SignUp | null;
  /** How often the browser had exited. */
  exits: number;
}

/** Copies of cookies and a page from before a payment. */
interface Copied {
  cookies: PlainBrowser;
  page: Page;
  owner: Seat;
}

/** Several people who use the same browsers. Each move throws an error if an invariant does not hold. */
export class Crowd {
  readonly trace: string[] = [];
  moves = 0;
  private readonly seats: Seat[];
  private readonly servedPages: Served[] = [];
  private readonly copies: Copied[] = [];

  constructor(
    private readonly world: World,
    private readonly people: readonly Person[],
    private readonly pick: <Item>(items: readonly Item[]) => Item,
  ) {
    this.seats = [0, 1].map((index) => ({ index, browser: world.openBrowser(), signUp: null, exits: 0 }));
  }

  /** Makes a random move. */
  async move(): Promise<void> {
    const moves = [...MOVES_OFTEN, ...MOVES_OFTEN, ...MOVES_OFTEN, 'exit', 'expire'] as const;
    const seat = this.pick(this.seats);
    const move = this.pick(moves);
    this.moves += 1;
    switch (move) {
      case 'goOn': {
        const visitor = this.pick(this.people);
        for (let steps = this.pick([1, 2, 4, 8]); steps > 0; steps--) await this.goOn(seat, visitor);
        return;
      }
      case 'press':
      case 'language':
      case 'cross': {
        const held = this.servedPages.filter((served) => served.seat === seat);
        return held.length === 0 ? undefined : await this.post(this.pick(held), move);
      }
      case 'exit':
        this.trace.push(`browser ${seat.index}: Exit`);
        await seat.browser.post('/exit', '');
        // The registration is deleted later, which must not look like a change by the next page.
        await this.world.settleDiscards();
        seat.signUp = null;
        seat.exits += 1;
        return;
      case 'expire':
        this.trace.push('three hours pass');
        return this.world.pass(3 * 60 * 60 * 1000);
      case 'copy':
        return this.copies.length === 0 ? undefined : await this.pressCopy(this.pick(this.copies));
    }
  }

  /** Opens and submits the current step as a person at this browser. */
  private async goOn(seat: Seat, visitor: Person): Promise<void> {
    const { browser } = seat;
    const person = seat.signUp?.person ?? visitor;
    if (!seat.signUp) await browser.open(person.entry);
    const base = person.journey === 'invited' ? '/invite' : '';
    const page = await browser.open(`${base}/payment/review`);
    if (!browser.jar.has('join')) seat.signUp = null;
    this.trace.push(`browser ${seat.index}: ${person.marker} opens ${page.path}`);
    const served = this.keep(seat, page, person);
    this.expectNoPayer(seat, person, page);
    if (served && stepOf(page)) await this.post(served, 'press');
  }

  /** Posts an earlier page with its default button, with a language button, or to the URL of another page. */
  private async post(served: Served, how: 'press' | 'language' | 'cross'): Promise<void> {
    const { seat, page, person, signUp } = served;
    const { browser } = seat;
    const step = stepOf(page);
    if (!step || (how === 'cross' && !signUp)) return;
    const typed = answersOf(person, seat.index)[step] ?? {};
    for (const [name, value] of Object.entries(typed)) {
      try {
        page.fill({ [name]: value });
      } catch {
        // The page has no such control.
      }
    }
    const review = step === 'payment/review';
    const shown = review ? page.figure('Total') : undefined;
    const button = how === 'language' ? page.button('Español') : page.defaultButton();
    const { action, body } = page.submission(button);
    const target =
      how === 'cross'
        ? browser.urlOf(
            this.pick([counterpartOf(page.path), this.pick(CROSS_PATHS.filter((path) => path !== page.path))]),
          )
        : action;
    const isForeign = signUp !== null && (how === 'cross' || signUp !== seat.signUp);
    this.trace.push(
      `browser ${seat.index}: ${how} ${page.path} of ${person.marker} at ${target.pathname}${isForeign ? ', of another sign-up' : ''}`,
    );
    const before = await this.read();
    const charges = this.world.charges().length;
    if (review && how === 'press') this.copies.push({ cookies: browser.copy(), page, owner: seat });
    const held = browser.jar.has('join');
    const answer = await browser.post(target.pathname.replace('/app/join', '') + target.search, body.toString());
    expectTrue(answer.status < 500, `status ${answer.status}`);
    const after = await this.read();
    if (isForeign) {
      expectTrue(
        answer.status === 409 && OUT_OF_DATE.test(answer.heading),
        `returned ${answer.status} "${answer.heading}" at ${answer.path}`,
      );
      expectTrue(before === after, 'changed the store');
      // After Exit the browser is another visitor, who must not see what was typed before.
      if (served.exits === seat.exits) this.expectKept(answer, typed, page);
      const others = this.people.filter((one) => one !== person).map(({ marker }) => marker);
      for (const marker of others) expectTrue(!answer.html.includes(marker), `shows data of ${marker}`);
    }
    this.expectOnePerson(after);
    const taken = this.world.charges().length - charges;
    expectTrue(taken === 0 || (taken === 1 && review && !isForeign), `made ${taken} charges`);
    if (taken === 1) await this.expectAsShown(shown!, answersOf(person, seat.index), person);
    if (taken === 1) await this.pressCopy(this.copies.at(-1)!);
    if (!seat.signUp && !held && browser.jar.has('join') && answer.status === 200) seat.signUp = { person };
    // A page from before any sign-up begins another one if the browser's own has expired.
    if (signUp === null && seat.signUp && seat.signUp.person !== person && answer.status === 200 && before !== after)
      seat.signUp = { person };
    if (!browser.jar.has('join')) seat.signUp = null;
    this.expectNoPayer(seat, person, answer);
    if (answer.headers.has('refresh')) await browser.waitForRefresh();
    if (answer.status === 200) this.keep(seat, browser.page, person);
    if (/receipt$/.test(browser.page.path)) seat.signUp = null;
  }

  /** Presses Pay now with copied cookies, twenty seconds later. */
  private async pressCopy({ cookies, page, owner }: Copied): Promise<void> {
    this.trace.push(`a copy of browser ${owner.index}: Pay now, 20 s later`);
    this.world.pass(20_000);
    const sent = cookies.copy();
    const before = cookies.jar.get('join')?.value;
    // If the session id is still the same, nothing was paid since.
    if (owner.browser.jar.get('join')?.value === before) return;
    const charges = this.world.charges().length;
    const { action, body } = page.submission(page.defaultButton());
    const answer = await sent.post(action.pathname.replace('/app/join', ''), body.toString());
    expectTrue(answer.status < 500, `status ${answer.status}`);
    expectTrue(!answer.path.endsWith('/credentials'), 'a copy of the cookies reached the credentials');
    expectTrue(this.world.charges().length === charges, 'a copy of the cookies paid');
  }

  private keep(seat: Seat, page: Page, person: Person): Served | undefined {
    if (page.status >= 400 || !page.url.pathname.startsWith('/app/join')) return undefined;
    const served = { page, seat, person: seat.signUp?.person ?? person, signUp: seat.signUp, exits: seat.exits };
    this.servedPages.push(served);
    return served;
  }

  /** Expects the typed values on the page, except secrets. */
  private expectKept(answer: Page, typed: Answers, page: Page): void {
    for (const [name, value] of Object.entries(typed)) {
      if (typeof value !== 'string' || value.length <= 3 || page.$(`[name="${name}"]`).length === 0) continue;
      if (SECRET.test(name)) expectTrue(!answer.html.includes(value), `returns the secret ${name}`);
      else if (page.$(`input[type=text][name="${name}"]`).length > 0)
        expectTrue(answer.text('body').includes(value.trim()), `lost ${name}`);
    }
  }

  /** Expects that an invite's page does not show an address that was entered in another browser. */
  private expectNoPayer(seat: Seat, person: Person, page: Page): void {
    if (person.journey !== 'invited') return;
    for (const other of this.seats.filter((one) => one !== seat))
      expectTrue(!page.html.includes(streetOf(person, other.index)), `shows the address of browser ${other.index}`);
  }

  /** Expects that no row contains answers of two people. */
  private expectOnePerson(rows: string): void {
    for (const row of rows.split('\n')) {
      const found = this.people.filter(({ marker }) => row.includes(marker));
      expectTrue(found.length <= 1, `one row contains answers of ${found.map(({ marker }) => marker).join(' and ')}`);
    }
  }

  /** Expects that the last charge is the displayed total, and that an account has the address of the page. */
  private async expectAsShown(shown: string, answers: Record<string, Answers>, person: Person): Promise<void> {
    const { db } = this.world.store;
    const attempt = await db
      .selectFrom('backend_payment_attempts')
      .select(['amount', 'signup_id'])
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    expectTrue(
      attempt.amount === Math.round(Number(shown.replace(/[^\d.]/g, '')) * 100),
      `charged ${attempt.amount} for ${shown}`,
    );
    const accounts = await db.selectFrom('backend_accounts').select('answers').execute();
    const own = accounts.filter(({ answers: stored }) => stored.includes(person.marker));
    const street = String(answers['payment/billing']!.billingAddress);
    expectTrue(
      own.some((account) => account.answers.includes(street)),
      `no account has the address ${street}`,
    );
  }

  /** Returns the rows to which a post can write personal data, one per line. */
  private async read(): Promise<string> {
    const { db } = this.world.store;
    const tables = ['backend_registrations', 'backend_invitations', 'backend_accounts', 'backend_orders'] as const;
    const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    const sealed = sealedJson<JoinState>(createSealing([TEST_SECRET], 'session'));
    const sessions = await db.selectFrom('sessions').select(['id', 'data', 'ended_as']).execute();
    const opened = sessions.map(({ data, ...row }) => ({ ...row, data: sealed.open(data) }));
    return [...rows.flat(), ...opened].map((row) => JSON.stringify(row)).join('\n');
  }
}

function stepOf({ path, $ }: Page): string | undefined {
  if ($('#answers').length === 0) return undefined;
  return STEPS.find((step) => path === `/${step}` || path === `/invite/${step}`);
}

/** Returns the same step in the other parent's journey. */
function counterpartOf(path: string): string {
  return path.startsWith('/invite/') ? path.slice('/invite'.length) : `/invite${path}`;
}

function streetOf({ marker }: Person, seat: number): string {
  return `${12 + seat} ${marker} Street`;
}

/** Returns a person's answers in a browser, with another address in each browser. */
function answersOf(person: Person, seat: number): Record<string, Answers> {
  const { marker, journey } = person;
  const name = { firstName: marker, lastName: 'Lee' };
  const unique = marker.toLowerCase();
  const answers: Record<string, Answers> =
    journey === 'parent' ? parentOfMinnesota(unique) : coParentOfMinnesota(unique);
  return {
    ...answers,
    step1: { ...answers.step1, ...name, email: `${marker}@example.com` },
    ...(answers.step2 && { step2: { ...answers.step2, email: `${marker}.co@example.com`, lastName: marker } }),
    'payment/billing': { ...answers['payment/billing'], billingAddress: streetOf(person, seat) },
    'payment/method': { ...answers['payment/method'], cardHolderName: `${marker} Lee` },
    credentials: { ...answers.credentials, username: `${marker}.name` },
  };
}

/** Creates two parents A and two invited parents. */
export async function createPeople(world: World, walk: string): Promise<Person[]> {
  const letters = createHash('sha256')
    .update(walk)
    .digest('hex')
    // cspell:ignore ghijklmnop wxyz
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!);
  const markerOf = (index: number) => `Q${letters.slice(index * 5, index * 5 + 5)}${'wxyz'[index]!}`;
  const invited = async (index: number): Promise<Person> => ({
    journey: 'invited',
    marker: markerOf(index),
    entry: await world.invite(`${letters.slice(40, 46)}${index}`),
  });
  const parent = (index: number): Person => ({ journey: 'parent', marker: markerOf(index), entry: '/signup' });
  return [parent(0), parent(1), await invited(2), await invited(3)];
}

function expectTrue(isTrue: boolean, found: string): void {
  if (!isTrue) throw new Error(found);
}
