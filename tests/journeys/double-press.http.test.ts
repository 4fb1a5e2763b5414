import { expect, inject, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { BUTTONS, parentOfMinnesota, pathAfter, READY_MADE_STEPS } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota, PROFESSIONAL_BUTTONS, PROFESSIONAL_STEPS } from '~tests/answers/professional-answers';
import type { Page, PlainBrowser } from '~tests/browser/plain-browser';
import type { Typed } from '~tests/browser/plain-page';
import { isFull } from '~tests/fakes/faults';
import { latch } from '~tests/latch';
import { serveBeside, serveSite, serveSiteAfter, type Site, type SiteSettings } from '~tests/servers/site';
import { PAYING_STEPS, walkInvited, walkInvitedTo } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import { walkProfessionalTo } from '~tests/walks/walk-professional';

/*
 * Two presses of one sign-up overlap: a double click, or two tabs. The first press is held at one of its calls to the backend while the
 * second one runs, on Postgres in another process. Whatever their order, the browser must reach its last page, with one charge, for the
 * order that Review showed.
 */

const isPostgres = inject('store') === 'Postgres';

interface Journey {
  /** In order; the last one ends the journey. */
  steps: readonly string[];
  /** The path before a step's name. */
  base: string;
  reach(browser: PlainBrowser, step: string): Promise<unknown>;
  /** Other answers than those of `reach`, where another tab would change them. */
  answersOf(step: string): Typed;
  buttonOf(step: string): string;
  /** The part of the first payment that is lost, so that its outcome is unknown. */
  loses?: 'request' | 'response';
  /** The last page. */
  end: { path: string; heading: RegExp };
}

const CHANGED: Record<string, Typed> = {
  step1: { firstName: 'Changed', email: 'changed@example.com' },
  step2: { firstName: 'Altered', email: 'altered@example.com' },
  'payment/billing': { city: 'Rochester', postalCode: '55901' },
  'payment/method': { cardNumber: '5555 5555 5555 4444', cardCvv: '123' },
};

const parent = parentOfMinnesota();
const coParent = coParentOfMinnesota();
const lawyer = lawyerOfMinnesota();

const PARENT_A: Journey = {
  steps: READY_MADE_STEPS,
  base: '/',
  reach: (browser, step) => walkTo(browser, step as (typeof READY_MADE_STEPS)[number], parent),
  answersOf: (step) => ({
    ...parent[step as keyof typeof parent],
    ...CHANGED[step],
    ...(step === 'step3' && { packageId: '2022' }),
  }),
  buttonOf: (step) => BUTTONS[step as keyof typeof BUTTONS],
  end: { path: '/receipt', heading: /^Account activated!$/ },
};

const JOURNEYS: Record<string, Journey> = {
  'parent A': PARENT_A,
  ...(isFull && {
    'parent A with PayPal': {
      ...PARENT_A,
      async reach(browser, step) {
        await walkTo(browser, 'payment/method', parent);
        for (const button of ['PayPal', 'Approve']) await browser.press(button);
        if (step === 'credentials') await browser.press('Pay now');
      },
    },
  }),
  'parent B': {
    steps: PAYING_STEPS,
    base: '/invite/',
    async reach(browser, step) {
      await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
      await walkInvitedTo(browser, step as (typeof PAYING_STEPS)[number], coParent);
    },
    answersOf: (step) => ({
      ...coParent[step as keyof typeof coParent],
      ...CHANGED[step],
      ...(step === 'packages' && { packageId: '2022' }),
    }),
    buttonOf: (step) => BUTTONS[step as keyof typeof BUTTONS] ?? 'Continue',
    end: { path: '/invite/receipt', heading: /^You're all set!$/ },
  },
  'parent B who does not pay': {
    steps: ['step1', 'billing-info', 'credentials'],
    base: '/invite/',
    async reach(browser, step) {
      await browser.open('/invite?token=demo-invite-paid-no-address&userId=9004');
      const steps = ['step1', 'billing-info'] as const;
      await walkInvited(browser, step === 'credentials' ? steps : steps.slice(0, 1), coParent);
    },
    answersOf: (step) => ({
      ...coParent[step as keyof typeof coParent],
      ...(step === 'step1' && { firstName: 'Changed' }),
      ...(step === 'credentials' && { termsAndConditions: true }),
    }),
    buttonOf: (step) => BUTTONS[step as keyof typeof BUTTONS] ?? 'Continue',
    end: { path: '/invite/credentials', heading: /^You're all set!/ },
  },
  'a professional': {
    steps: PROFESSIONAL_STEPS,
    base: '/pro/',
    reach: (browser, step) => walkProfessionalTo(browser, step as (typeof PROFESSIONAL_STEPS)[number], lawyer),
    answersOf: (step) => ({
      ...(step === 'contact' && { firstName: 'Changed' }),
      ...(step === 'practice' && { city: 'Rochester' }),
      ...(step === 'security' && lawyer.security),
    }),
    buttonOf: (step) => PROFESSIONAL_BUTTONS[step as keyof typeof PROFESSIONAL_BUTTONS],
    end: { path: '/pro/done', heading: /^Welcome, (Iris|Changed)!$/ },
  },
  'a professional with the mailed link': {
    steps: ['credentials'],
    base: '/',
    async reach(browser) {
      await walkProfessionalTo(browser, 'done', lawyer);
      const outbox = await browser.open('/demo');
      await browser.open(/\/app\/join(\/credentials\?\S+)/.exec(outbox.texts('.mail').join(' '))![1]!);
    },
    answersOf: () => parent.credentials,
    buttonOf: () => BUTTONS.credentials,
    end: { path: '/credentials', heading: /^Your username and password are set$/ },
  },
};

type Backend = Parameters<NonNullable<SiteSettings['connect']>>[0];
type Call = () => Promise<unknown>;
type Calls = Record<string, (...args: unknown[]) => Promise<unknown>>;

/** Passes every call of the site to the backend through `around`. */
function watchCalls(around: { call(run: Call): Promise<unknown> }): SiteSettings['connect'] {
  const replace = <Target extends object>(target: Target, make: (value: object) => unknown) =>
    new Proxy(target, {
      get(own, name, receiver) {
        const value = Reflect.get(own, name, receiver) as object | undefined;
        return value && make(value);
      },
    });
  const watch =
    (call: object) =>
    (...args: unknown[]) =>
      around.call(() => (call as Calls[string])(...args));
  return (backend: Backend) => Promise.resolve(replace(backend, (group) => replace(group, watch)));
}

interface Meeting {
  /** The step of the press that is held, and of the press that runs meanwhile. */
  held: string;
  other: string;
  /** The call at which it is held. */
  at: number;
  /** Whether the held press ends before the last response to the other one, or after its page. */
  order: 'before' | 'after';
}

type Serve = ReturnType<typeof serveSiteAfter>;

async function openTab(browser: PlainBrowser, { base, answersOf, buttonOf }: Journey, step: string) {
  const tab = browser.copy();
  await tab.open(base + step);
  tab.fill(answersOf(step));
  const { action, body } = tab.page.submission(tab.page.button(buttonOf(step)));
  return {
    shown: shownOn(tab.page),
    press: ({ origin }: Site) =>
      tab.copy().send('POST', new URL(action.pathname + action.search, origin), body.toString(), { origin }),
  };
}

/** What Review shows: its text, and the parts that the receipt shows, too: the total, and the city of the address. */
interface Shown {
  text: string;
  receipt: string[];
}

/** Undefined on other pages. */
function shownOn(page: Page): Shown | undefined {
  if (!page.path.endsWith('/review')) return undefined;
  const text = page.text('main');
  return {
    text,
    receipt: [text.match(/\$[\d,.]+/g)!.at(-1)!, text.includes('Rochester') ? 'Rochester' : 'Saint Paul'],
  };
}

interface StoredAnswers {
  PARENT: { parent: { firstName: string; lastName: string; email: string } };
  ADDRESS: { address: { city: string } };
}

/** Compares the stored answers of the charged person with Review and receipt. @returns what is wrong */
async function compareStored({ store: { db } }: Site, shown: string, receipt: string): Promise<string[]> {
  const paid = await db
    .selectFrom('backend_orders as order')
    .innerJoin('backend_accounts as account', 'account.id', 'order.account_id')
    .leftJoin('backend_invitations as invitation', (join) =>
      join.onRef('invitation.family_id', '=', 'order.family_id').onRef('invitation.id', '!=', 'account.id'),
    )
    .select(['account.answers', 'account.email', 'invitation.co_parent'])
    .executeTakeFirst();
  if (!paid) return ['no order'];
  const { PARENT, ADDRESS } = JSON.parse(paid.answers) as StoredAnswers;
  const { firstName, lastName, email } = PARENT.parent;
  const coParent =
    paid.co_parent === null ? undefined : (JSON.parse(paid.co_parent) as StoredAnswers['PARENT']['parent']);
  const reviewed = [paid.email, email, ADDRESS.address.city];
  if (coParent) reviewed.push(`${coParent.firstName} ${coParent.lastName}`, coParent.email);
  return [
    ...reviewed.filter((value) => !shown.includes(value)).map((value) => `stored ${value}, which Review did not show`),
    ...(receipt.includes(`${firstName} ${lastName}`) ? [] : [`stored ${firstName} ${lastName}, not on the receipt`]),
  ];
}

async function countCalls(serve: Serve, journey: Journey, step: string): Promise<number> {
  let calls = 0;
  const around = { call: (run: Call) => run() };
  const { site, browser } = await serve({ connect: watchCalls(around) });
  const { press } = await openTab(browser, journey, step);
  around.call = (run) => {
    calls += 1;
    return run();
  };
  await press(site);
  return calls;
}

/** Loses the first payment's request, or the response to it. */
function losePayment(lost: NonNullable<Journey['loses']>): SiteSettings['trouble'] {
  let payments = 0;
  const lose = async (pay: Call): Promise<unknown> => {
    payments += 1;
    if (payments > 1) return pay();
    if (lost === 'response') await pay();
    throw new Error(`The ${lost} was lost`);
  };
  return ({ registrations, parents }) => ({
    registrations: { pay: ((...call) => lose(() => registrations.pay(...call))) as typeof registrations.pay },
    parents: { pay: ((...call) => lose(() => parents.pay(...call))) as typeof parents.pay },
  });
}

/** Lets two presses meet, then finishes the journey in the browser that received both responses. @returns what is wrong */
async function meet(serve: Serve, journey: Journey, meeting: Meeting, otherCalls: number): Promise<string[]> {
  const { held, other, at, order } = meeting;
  const around = { call: (run: Call) => run() };
  const trouble = journey.loses && losePayment(journey.loses);
  const settings = { connect: watchCalls(around), ...(trouble && { trouble }) };
  const { site, browser } = await serve(settings);
  const elsewhere = isPostgres ? await serveBeside(site, settings) : site;
  const first = await openTab(browser, journey, held);
  const second = held === other ? first : await openTab(browser, journey, other);
  const [arrived, release, reached, finish] = [latch(), latch(), latch(), latch()];
  let begun = 0;
  around.call = async (run) => {
    if (begun++ === at) {
      arrived.open();
      await release.opened;
    }
    return run();
  };
  const heldPress = first.press(site);
  const isHeld = await Promise.race([arrived.opened.then(() => true), heldPress.then(() => false)]);
  // A lost request does not reach the backend.
  if (!isHeld) return [];
  let left = otherCalls;
  around.call = async (run) => {
    try {
      return await run();
    } finally {
      left -= 1;
      if (left === 0 && order === 'before') {
        reached.open();
        await finish.opened;
      }
    }
  };
  const otherPress = second.press(elsewhere);
  await (order === 'after' ? otherPress : Promise.race([reached.opened, otherPress]));
  around.call = (run) => run();
  release.open();
  const heldPage = await heldPress;
  finish.open();
  const otherPage = await otherPress;

  const wrong: string[] = [];
  if (held === other) {
    // A browser drops the first response of a double click.
    const [one, two] = [await openAlone(browser, heldPage), await openAlone(browser, otherPage)];
    if (one !== two) wrong.push(`${one} or ${two}`);
  }
  for (const page of order === 'after' ? [otherPage, heldPage] : [heldPage, otherPage]) {
    const isRefusedReview = page.status === 422 && page.path.endsWith('/review');
    if (page.status !== 303 && !isRefusedReview) wrong.push(`status ${page.status}: ${page.errors.join()}`);
    receive(browser, page);
  }
  return [...wrong, ...(await finishJourney(site, browser, journey, first.shown ?? second.shown))];
}

/** Opens the next page in a browser that only received this response. */
async function openAlone(browser: PlainBrowser, response: Page): Promise<string> {
  const copy = browser.copy();
  receive(copy, response);
  const { path, heading } = await copy.open((response.headers.get('location') ?? '').replace('/app/join', ''));
  return `${path} "${heading}"`;
}

function receive(browser: PlainBrowser, { headers }: Page): void {
  for (const header of headers.getSetCookie()) browser.jar.store(header, '/app/join');
}

/** @param pressed what a pressed Review showed @returns what is wrong */
async function finishJourney(site: Site, browser: PlainBrowser, journey: Journey, pressed?: Shown): Promise<string[]> {
  const { steps, base, end, answersOf, buttonOf } = journey;
  let shown = pressed;
  await browser.open(base + steps[0]!);
  for (let pages = 0; pages < 2 * steps.length && browser.page.$('#answers').length > 0; pages += 1) {
    shown = shownOn(browser.page) ?? shown;
    const step = browser.page.path.slice(base.length);
    if ([steps.at(-1), 'payment/method', 'billing-info'].includes(step)) browser.fill(answersOf(step));
    await browser.press(buttonOf(step));
  }
  if (browser.page.path !== end.path) await browser.open(end.path);
  const { path, heading } = browser.page;
  const wrong = path === end.path && end.heading.test(heading) ? [] : [`ended at ${path} "${heading}"`];
  const receipt = browser.page.text('main');
  if (shown) {
    wrong.push(...shown.receipt.filter((text) => !receipt.includes(text)).map((text) => `no ${text} on the receipt`));
    wrong.push(...(await compareStored(site, shown.text, receipt)));
  }
  const charges = site.charges().length;
  if (charges !== (steps.includes('payment/review') ? 1 : 0)) wrong.push(`charges: ${charges}`);
  return wrong;
}

/**
 * All meetings, or in the short form those at Pay now and the last step, and double clicks, at the last call. A double click on an earlier
 * step is not repeated with a lost payment.
 */
function meetingsOf({ loses }: Journey, steps: readonly string[], calls: ReadonlyMap<string, number>): Meeting[] {
  const all = steps.flatMap((held) =>
    steps.flatMap((other) =>
      Array.from({ length: calls.get(held)! }, (_, at) =>
        (['before', 'after'] as const).map((order) => ({ held, other, at, order })),
      ).flat(),
    ),
  );
  if (isFull) return all;
  const matters = ({ held, other }: Meeting) => (held === other && !loses) || [held, other].includes(steps.at(-1)!);
  return all.filter((one) => one.order === 'before' && one.at === calls.get(one.held)! - 1 && matters(one));
}

/** Serves the site before the presses, and counts the calls of each step, both found once for a journey with and without a lost payment. */
function prepare(journey: Journey, steps: readonly string[]) {
  const serve = serveSiteAfter((browser) => journey.reach(browser, steps.at(-1)!));
  let counted: Promise<Map<string, number>> | undefined;
  const count = async () => {
    const calls = new Map<string, number>();
    for (const step of steps) calls.set(step, await countCalls(serve, journey, step));
    return calls;
  };
  return { steps, serve, countAll: () => (counted ??= count()) };
}

const CASES = Object.entries(JOURNEYS).flatMap(([name, journey]) => {
  const { steps } = journey;
  if (!steps.includes('payment/review')) return [[name, journey, prepare(journey, steps)] as const];
  // Credentials open only after the payment, which locks the steps before it.
  const early = prepare(journey, steps.slice(0, -1));
  return [
    [name, journey, early] as const,
    [`${name} after a lost response`, { ...journey, loses: 'response' }, early] as const,
    ...(isFull ? [[`${name} after a lost request`, { ...journey, loses: 'request' }, early] as const] : []),
    [`${name} after the payment`, journey, prepare(journey, steps.slice(-1))] as const,
  ];
});

// On Postgres a meeting takes twice as long as on SQLite.
const meetings = isPostgres && !isFull ? it.skip : it;

meetings.each(CASES)(
  'leads %s to the end wherever two presses meet',
  { timeout: 300_000 },
  async (_name, journey, { steps, serve, countAll }) => {
    const calls = await countAll();
    const found: string[] = [];
    for (const meeting of meetingsOf(journey, steps, calls)) {
      const wrong = await meet(serve, journey, meeting, calls.get(meeting.other)!);
      if (wrong.length > 0) found.push(`${JSON.stringify(meeting)}: ${wrong.join('; ')}`);
    }
    expect(found).toEqual([]);
  },
);

it.runIf(isPostgres)('leads to the review if the return from a wallet is repeated in another process', async () => {
  const [used, stores, rejected] = [latch(), latch(), latch()];
  const serve = serveSiteAfter((browser) => walkTo(browser, 'payment/method', parent));
  const { site, browser } = await serve({
    tokenising: (provider) => ({
      ...provider,
      async finishPayPal(...approval) {
        const paypal = await provider.finishPayPal!(...approval);
        used.open();
        await stores.opened;
        return paypal;
      },
    }),
  });
  const beside = await serveBeside(site, {
    tokenising: (provider) => ({
      ...provider,
      finishPayPal: (...approval) => provider.finishPayPal!(...approval).finally(rejected.open),
    }),
  });
  await browser.press('PayPal');
  const { action, body } = browser.page.submission(browser.page.button('Approve'));
  const approved = await browser.send('POST', action, body.toString());
  const { pathname, search } = new URL(approved.headers.get('location')!, site.origin);
  const comeBack = ({ origin }: Site) => browser.copy().send('GET', new URL(pathname + search, origin));
  const first = comeBack(site);
  await used.opened;
  const second = comeBack(beside);
  await rejected.opened;
  stores.open();
  for (const { headers } of [await first, await second])
    expect(headers.get('location')).toBe('/app/join/payment/review');
  const page = await browser.open('/payment/method');
  expect(page.texts('.notice')).toEqual([expect.stringContaining('Your PayPal payment has already been authorized.')]);
});

const INVITE = '/invite?token=demo-invite-by-parent&userId=9001';

/** The first pages, with the calls to the backend that accept their answers. An invited parent's needs a link. */
const FIRST_PAGES = {
  '/step1': { answers: parent.step1, next: '/step2', group: 'registrations', call: 'create', link: undefined },
  '/invite/step1': {
    answers: coParent.step1,
    next: '/invite/packages',
    group: 'parents',
    call: 'update',
    link: INVITE,
  },
  '/pro/contact': {
    answers: lawyer.contact,
    next: '/pro/practice',
    group: 'professional',
    call: 'validate',
    link: undefined,
  },
} as const;

/** Opens a first page, whose presses each come from the browser as it was then, without a session. */
async function openFirst(
  site: Site,
  path: keyof typeof FIRST_PAGES = '/step1',
  browser: PlainBrowser = site.openBrowser(),
) {
  const { answers, next, link } = FIRST_PAGES[path];
  if (link !== undefined) await browser.open(link);
  await browser.open(path);
  return async function press(to: Site, changed: Typed = {}, expected = 303) {
    const pressed = browser.copy();
    const { page } = browser;
    page.fill({ ...answers, ...changed });
    const { action, body } = page.submission(page.button('Continue'));
    const { status, headers } = await pressed.send('POST', new URL(action.pathname, to.origin), body.toString(), {
      origin: to.origin,
    });
    expect([status, headers.get('location')]).toEqual([expected, expected === 303 ? `/app/join${next}` : null]);
    return pressed;
  };
}

/** Passes the calls that accept a first page to `around`, with their number. */
function watchFirst(path: keyof typeof FIRST_PAGES, around: (run: Call, index: number) => Promise<unknown>) {
  const { group, call } = FIRST_PAGES[path];
  let calls = 0;
  const watch = (backend: Backend) => {
    const original = (backend[group] as unknown as Calls)[call]!;
    return { [group]: { [call]: (...args: unknown[]) => around(() => original(...args), calls++) } };
  };
  return watch as NonNullable<SiteSettings['trouble']>;
}

const readRegistrations = ({ store }: Site) => store.db.selectFrom('backend_registrations').select('id').execute();

it.each([
  ['the same answers', {}],
  ['changed answers', { firstName: 'Changed' }],
] as [string, { firstName?: string }][])(
  'begins one sign-up with two overlapping presses of its first page, with %s',
  async (_what, changed) => {
    const [begun, created] = [latch(), latch()];
    let creations = 0;
    const trouble: SiteSettings['trouble'] = ({ registrations }) => ({
      registrations: {
        async create(...call) {
          begun.open();
          const made = await registrations.create(...call);
          creations += 1;
          if (creations === 2) created.open();
          await created.opened;
          // The second response ends last, as it does for a visitor who sees it.
          if (call[0].body.parent.firstName === 'Changed') await expect.poll(site.sessions).toHaveLength(1);
          return made;
        },
      },
    });
    const site = await serveSite({ trouble });
    const elsewhere = isPostgres ? await serveBeside(site, { trouble }) : site;
    const press = await openFirst(site);
    const first = press(site);
    await begun.opened;
    const last = await press(elsewhere, changed);
    await first;
    expect(await readRegistrations(site)).toHaveLength(2);
    await site.settleDiscards();
    await elsewhere.settleDiscards();
    expect([(await readRegistrations(site)).length, (await site.sessions()).length]).toEqual([1, 1]);
    last.origin = site.origin;
    expect((await last.open('/step1')).values.firstName).toBe(changed.firstName ?? parent.step1.firstName);
    await last.press('Continue');
    last.fill(parent.step2);
    expect((await last.press('Continue')).path).toBe(pathAfter('step2'));
  },
);

it('keeps the first page of a visitor who reloads it after the backend failed', async () => {
  let isDown = true;
  const { browser } = await serveSite({
    trouble: ({ registrations }) => ({
      registrations: {
        create: (...call) => (isDown ? Promise.reject(new Error('down')) : registrations.create(...call)),
      },
    }),
  });
  await browser.open('/step1');
  browser.fill(parentOfMinnesota().step1);
  const { action, body } = browser.page.submission(browser.page.button('Continue'));
  for (let time = 0; time < 2; time++)
    expect((await browser.post(action.pathname, body.toString())).status).toBeGreaterThanOrEqual(500);
  isDown = false;
  expect((await browser.press('Continue')).path).toBe('/step2');
});

it.each<[string, (browser: PlainBrowser) => Promise<unknown>]>([
  ['a professional', (browser) => walkProfessionalTo(browser, 'practice', lawyerOfMinnesota())],
  [
    'an invited parent',
    async (browser) => {
      await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
      await walkInvitedTo(browser, 'packages', coParentOfMinnesota());
    },
  ],
])('begins one sign-up with two presses of its first page beside the expired answers of %s', async (_who, walk) => {
  const site = await serveSite();
  const browser = site.openBrowser();
  await walk(browser);
  site.pass(121 * 60 * 1000);
  const press = await openFirst(site, '/step1', browser);
  await Promise.all([press(site), press(site)]);
  await site.settleDiscards();
  expect(await readRegistrations(site)).toHaveLength(1);
});

it('keeps the card of a press that joined another tab’s payment, which failed', async () => {
  const keys: string[] = [];
  const { browser } = await serveSite({
    trouble: ({ registrations }) => ({
      registrations: {
        async pay(...call) {
          keys.push(call[0].headers['idempotency-key']);
          return keys.length === 1 ? { state: 'pending' } : registrations.pay(...call);
        },
        payment: () => Promise.resolve({ state: 'failed', exception: 'Payment method declined', isJoined: true }),
      },
    }),
  });
  await walkTo(browser, 'payment/review', parent);
  const page = await browser.press('Pay now');
  expect([page.path, page.text('.notice.warning')]).toEqual([
    '/payment/review',
    expect.stringContaining('nothing was charged, so you can press “Pay now” again'),
  ]);
  expect((await browser.press('Pay now')).path).toBe('/credentials');
  expect(new Set(keys).size).toBe(2);
});

it('begins one sign-up with two overlapping presses after a failed one, and deletes the other registration', async () => {
  const both = latch();
  let creations = 0;
  const site = await serveSite({
    trouble: watchFirst('/step1', async (run, index) => {
      if (index === 0) throw new Error('The backend did not respond');
      const made = await run();
      if (++creations === 2) both.open();
      await both.opened;
      return made;
    }),
  });
  const browser = site.openBrowser();
  await browser.open('/step1');
  browser.fill(parent.step1);
  expect((await browser.press('Continue')).status).toBe(502);
  const press = pressOf(browser, 'Continue');
  const pages = await Promise.all([press(browser.copy()), press(browser.copy())]);
  expect(pages.map(({ headers }) => headers.get('location'))).toEqual(['/app/join/step2', '/app/join/step2']);
  expect(await readRegistrations(site)).toHaveLength(2);
  await site.settleDiscards();
  expect(await readRegistrations(site)).toHaveLength(1);
  await browser.open('/step2');
  browser.fill(parent.step2);
  expect((await browser.press('Continue')).path).toBe(pathAfter('step2'));
});

it('deletes a registration whose session could not be stored', async () => {
  let isBroken = false;
  const rename = (from: string, to: string) =>
    site.store.db.schema.alterTable('sessions').renameColumn(from, to).execute();
  const site = await serveSite({
    trouble: watchFirst('/step1', async (run) => {
      const made = await run();
      if (isBroken) await rename('created_at', 'created_elsewhere');
      return made;
    }),
  });
  const press = await openFirst(site);
  isBroken = true;
  await press(site, {}, 500);
  await rename('created_elsewhere', 'created_at');
  isBroken = false;
  const again = await press(site);
  await site.settleDiscards();
  expect([(await readRegistrations(site)).length, (await site.sessions()).length]).toEqual([1, 1]);
  expect((await again.open('/step2')).path).toBe('/step2');
});

it.each(['/step1', '/invite/step1', '/pro/contact'] as const)(
  'keeps the accepted answers of %s if an earlier, overlapping press failed',
  async (path) => {
    const [failing, accepting] = [latch(), latch()];
    const trouble = watchFirst(path, async (run, index) => {
      if (index > 0) {
        accepting.open();
        await expect.poll(site.sessions).toHaveLength(1);
        return run();
      }
      failing.open();
      await accepting.opened;
      throw new Error('The backend did not respond');
    });
    const site = await serveSite({ trouble });
    const press = await openFirst(site, path);
    const failed = press(site, {}, 502);
    await failing.opened;
    const accepted = await press(site, { firstName: 'Changed' });
    await failed;
    await site.settleDiscards();
    expect((await readRegistrations(site)).length).toBe(path === '/step1' ? 1 : 0);
    const { next } = FIRST_PAGES[path];
    expect((await accepted.open(next)).path).toBe(next);
    expect((await accepted.open(path)).values.firstName).toBe('Changed');
  },
);

it.each(['/step1', '/invite/step1', '/pro/contact'] as const)(
  'keeps the later press of %s if an earlier one ends after it',
  async (path) => {
    const [arrived, held] = [latch(), latch()];
    const trouble = watchFirst(path, async (run, index) => {
      if (index > 0) return run();
      arrived.open();
      await held.opened;
      return run();
    });
    const site = await serveSite({ trouble });
    const elsewhere = isPostgres ? await serveBeside(site) : site;
    const press = await openFirst(site, path);
    const earlier = press(site, { email: 'typo@example.com' });
    await arrived.opened;
    const later = await press(elsewhere, { email: 'corrected@example.com' });
    held.open();
    await earlier;
    await site.settleDiscards();
    expect((await readRegistrations(site)).length).toBe(path === '/step1' ? 1 : 0);
    later.origin = site.origin;
    expect((await later.open(path)).values.email).toBe('corrected@example.com');
    await later.press('Continue');
    expect(later.page.path).toBe(FIRST_PAGES[path].next);
  },
);

it.each(['/step1', '/invite/step1', '/pro/contact'] as const)(
  'keeps the later press of %s if it overlaps an earlier one and ends last',
  async (path) => {
    const [arrived, held] = [
      [latch(), latch()],
      [latch(), latch()],
    ];
    const trouble = watchFirst(path, async (run, index) => {
      arrived[index]?.open();
      await held[index]?.opened;
      return run();
    });
    const site = await serveSite({ trouble });
    const press = await openFirst(site, path);
    const earlier = press(site, { email: 'typo@example.com' });
    await arrived[0]!.opened;
    const later = press(site, { email: 'corrected@example.com' });
    await arrived[1]!.opened;
    held[0]!.open();
    await earlier;
    held[1]!.open();
    expect((await (await later).open(path)).values.email).toBe('corrected@example.com');
  },
);

it('accepts the first page again, with other answers, if the first response was lost', async () => {
  const site = await serveSite();
  const press = await openFirst(site);
  await press(site);
  const again = await press(site, { firstName: 'Changed' });
  expect([(await readRegistrations(site)).length, (await site.sessions()).length]).toEqual([1, 1]);
  expect((await again.open('/step1')).values.firstName).toBe('Changed');
  site.pass(11_000);
  const later = await press(site, { firstName: 'Later' });
  expect((await later.open('/step1')).values.firstName).toBe('Later');
  expect((await again.open('/step1')).values.firstName).toBe('Changed');
});

/** Presses a button of the page twice in copies of the browser: at once, or the second time after the first response was lost or stored. */
const TWICE: Record<string, (browser: PlainBrowser, press: (from: PlainBrowser) => Promise<Page>) => Promise<Page[]>> =
  {
    'at once': (browser, press) => Promise.all([press(browser.copy()), press(browser.copy())]),
    'after a lost response': async (browser, press) => [await press(browser.copy()), await press(browser.copy())],
    'before the next page': async (browser, press) => {
      const pressed = browser.copy();
      return [await press(pressed), await press(pressed)];
    },
  };

// Presses that do not overlap write the same rows one after the other in any store.
const WAYS = Object.entries(TWICE).filter(([when]) => !isPostgres || when === 'at once');

function pressOf(browser: PlainBrowser, button: string) {
  const { action, body } = browser.page.submission(browser.page.button(button));
  return (from: PlainBrowser) => from.send('POST', action, body.toString());
}

const atQuestion = serveSiteAfter(async (browser) => {
  await browser.open('/signup?package=ESS2');
  await walkTo(browser, 'step3', parent);
  await browser.open(INVITE);
});
const atOtherQuestion = serveSiteAfter(async (browser) => {
  await browser.open(INVITE);
  await walkInvitedTo(browser, 'packages', coParent);
  await browser.open('/step1');
});
const atWelcome = serveSiteAfter((browser) => walkProfessionalTo(browser, 'done', lawyer));

it.each(WAYS)('accepts an invitation with two presses: %s', async (_when, twice) => {
  const { site, browser } = await atQuestion();
  const pages = await twice(browser, pressOf(browser, 'Accept the invitation'));
  expect(pages.map(({ headers }) => headers.get('location'))).toEqual(['/app/join/invite', '/app/join/invite']);
  for (const page of pages) {
    const copy = browser.copy();
    receive(copy, page);
    expect((await copy.open('/invite')).link('Get Started')).toBeDefined();
  }
  receive(browser, pages[1]!);
  await site.settleDiscards();
  expect(await readRegistrations(site)).toEqual([]);
  // The visit link of the other person does not come back with the second press.
  await site.changeSession((state) => {
    expect(state).not.toHaveProperty('preselectedPackage');
    return state;
  });
  await browser.open('/invite');
  expect((await walkInvitedTo(browser, 'packages', coParent)).path).toBe('/invite/packages');
});

it.each(WAYS)('goes on with the other sign-up with two presses: %s', async (_when, twice) => {
  const { browser } = await atQuestion();
  const pages = await twice(browser, pressOf(browser, 'Go on with the other sign-up'));
  expect(pages.map(({ headers }) => headers.get('location'))).toEqual(['/app/join/step3', '/app/join/step3']);
});

it.each(WAYS)('begins a separate sign-up with two presses: %s', async (_when, twice) => {
  const { browser } = await atOtherQuestion();
  const pages = await twice(browser, pressOf(browser, 'Begin a separate sign-up'));
  expect(pages.map(({ headers }) => headers.get('location'))).toEqual(['/app/join/step1', '/app/join/step1']);
  for (const page of pages) receive(browser, page);
  await browser.open('/step1');
  await submitStep(browser, 'step1', parent);
  expect(browser.page.path).toBe('/step2');
});

it.each(WAYS)('begins with the next professional with two presses: %s', async (_when, twice) => {
  const { browser } = await atWelcome();
  const pages = await twice(browser, pressOf(browser, 'Register another professional'));
  expect(pages.map(({ headers }) => headers.get('location'))).toEqual([
    '/app/join/pro/contact',
    '/app/join/pro/contact',
  ]);
});

it('leads to the accepted invitation if the other button is pressed afterwards', async () => {
  const { browser } = await atQuestion();
  const goOn = pressOf(browser, 'Go on with the other sign-up');
  receive(browser, await pressOf(browser, 'Accept the invitation')(browser.copy()));
  expect((await goOn(browser)).headers.get('location')).toBe('/app/join/invite');
  expect((await browser.open('/invite')).link('Get Started')).toBeDefined();
});

it.each<[string, string, { firstName?: string }, (typeof TWICE)[string]]>(
  WAYS.flatMap(([when, twice]) => [
    [when, 'the same answers', {}, twice],
    [when, 'changed answers', { firstName: 'Changed' }, twice],
  ]),
)('leaves a sign-up for one other with two presses: %s, with %s', async (when, _what, changed, twice) => {
  const created = latch();
  let creations = 0;
  const trouble: SiteSettings['trouble'] = ({ registrations }) => ({
    registrations: {
      async create(...call) {
        const made = await registrations.create(...call);
        creations += 1;
        if (creations === 3) created.open();
        if (when === 'at once' && creations > 1) await created.opened;
        return made;
      },
    },
  });
  const site = await serveSite({ trouble });
  const walked = site.openBrowser();
  const browser = site.openBrowser();
  browser.jar = walked.jar;
  await browser.open('/step1');
  await walkTo(walked, 'step2', parent);
  browser.fill({ ...parent.step1, firstName: 'Second' });
  expect((await browser.press('Continue')).status).toBe(409);
  const { action, body } = browser.page.submission(browser.page.button('Leave it and begin another one'));
  let presses = 0;
  const pages = await twice(browser, (from) => {
    presses += 1;
    const typed = new URLSearchParams(body);
    if (presses === 2) for (const [name, value] of Object.entries(changed)) typed.set(name, value);
    return from.send('POST', action, typed.toString());
  });
  expect(pages.map(({ headers }) => headers.get('location'))).toEqual(['/app/join/step2', '/app/join/step2']);
  for (const page of pages) receive(browser, page);
  await site.settleDiscards();
  expect(await readRegistrations(site)).toHaveLength(1);
  const { firstName } = (await browser.open('/step1')).values;
  expect([changed.firstName ?? 'Second', ...(when === 'at once' ? ['Second'] : [])]).toContain(firstName);
  await browser.open('/step2');
  await submitStep(browser, 'step2', parent);
  expect(browser.page.path).toBe(pathAfter('step2'));
});
