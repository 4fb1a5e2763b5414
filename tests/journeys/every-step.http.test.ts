import { gzipSync } from 'node:zlib';
import { safe } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { contract } from '~/backend/contract/contract';
import { FORMS } from '~/steps';
import type { Form } from '~/steps/section';
import { RESOURCES } from '~/i18n/resources';
import { PARENT_STEPS, READY_MADE_STEPS, type Answers } from '~tests/answers/parent-answers';
import type { Page } from '~tests/browser/plain-page';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { serveTroubled } from '~tests/fakes/troubled-backend';
import { serveSiteAfter, type Backend, type Site } from '~tests/servers/site';
import { FIRST_FLIGHT_BYTES } from '../screens/budgets';

/** Tests what the forms of all steps have in common, with the samples of their fields. */

type JourneyName = keyof typeof FORMS;

const INVITE = '/invite?token=demo-invite-by-parent&userId=9001';
/** A paid invite of the demo that lacks only an address. */
const PAID_INVITE = '/invite?token=demo-invite-paid-no-address&userId=9004';

/** Returns how to reach a step: the first page, and the steps before. */
function wayTo(journey: JourneyName, step: string): { base: string; begin: string; before: string[] } {
  const checkout = ['payment/billing', 'payment/method', 'payment/review'];
  const until = (...steps: string[]) => steps.slice(0, steps.indexOf(step));
  switch (journey) {
    case 'parent': {
      const before = until(...(step === 'alacarte' ? PARENT_STEPS : READY_MADE_STEPS));
      return { base: '', begin: '/step1', before };
    }
    case 'invited': {
      if (['billing-info', 'credentials'].includes(step))
        return { base: '/invite', begin: PAID_INVITE, before: until('step1', 'billing-info', 'credentials') };
      const built = step === 'choose-your-own' ? [step] : [];
      return { base: '/invite', begin: INVITE, before: until('step1', 'packages', ...built, ...checkout) };
    }
    case 'professional':
      return { base: '/pro', begin: '/pro', before: until('contact', 'practice', 'security') };
  }
}

const CASES = (Object.keys(FORMS) as JourneyName[]).flatMap((journey) =>
  Object.entries<Form>(FORMS[journey]).map(([step, form]) => ({ journey, step, form, ...wayTo(journey, step) })),
);
type Case = (typeof CASES)[number];

let visitors = 0;

/** Returns the valid samples as a visitor types them. Each call returns another e-mail and username. */
function validAnswersOf({ controls }: Form): Answers {
  visitors += 1;
  return Object.fromEntries(
    Object.entries(controls).flatMap(([name, field]): [string, Answers[string]][] => {
      const { right } = field.sample;
      if (field.control.kind === 'checkbox') return [[name, right !== '']];
      if (right === '' || right.length === 0) return [];
      if (name === 'email' || name === 'username') return [[name, `${visitors}${String(right)}`]];
      return [[name, right]];
    }),
  );
}

/** Fills in the page's fields, and presses Update for lists that depend on another choice. */
async function fill(browser: PlainBrowser, answers: Answers): Promise<void> {
  let left = Object.entries(answers).filter(([name]) => has(browser.page, name) || isDependent(name));
  for (let update = 0; left.length > 0; update += 1) {
    if (update > 0) await browser.press('Update', update);
    left = left.filter(([name, value]) => !isFilled(browser.page, name, value));
  }
}

const isDependent = (name: string) => ['region', 'timezone', 'roles'].includes(name);

function isFilled(page: Page, name: string, value: Answers[string]): boolean {
  try {
    page.fill({ [name]: value });
    return true;
  } catch (error) {
    if (isDependent(name)) return false;
    throw error;
  }
}

const SHOWN = ':not([type=hidden], button)';
const has = (page: Page, name: string) => page.$(`[name="${name}"]${SHOWN}`).length > 0;

/** Opens a step in a new browser, with valid answers before it. */
async function openStep(browser: PlainBrowser, given: Case): Promise<void> {
  await browser.open('/signup');
  await walkTo(browser, given);
}

/** Fills in the earlier steps, twice if needed. */
async function walkTo(browser: PlainBrowser, { journey, step, base, begin, before }: Case): Promise<void> {
  // A later step may detect a lost registration and return to the first step.
  for (let round = 0; round < 2 && browser.page.path !== `${base}/${step}`; round += 1) {
    await browser.open(begin);
    if (browser.page.path === '/invite') await browser.follow('Get Started');
    const builds = step === 'alacarte' || step === 'choose-your-own';
    for (const one of before) {
      // An earlier visitor with the same invite may have answered it.
      if (browser.page.path !== `${base}/${one}`) continue;
      const form = (FORMS[journey] as Record<string, Form>)[one];
      if (form)
        await fill(browser, {
          ...validAnswersOf(form),
          ...(builds && 'packageId' in form.fields && { packageId: '2041' }),
        });
      await browser.pressEnter();
    }
  }
  expect([browser.page.path, browser.page.errors]).toEqual([`${base}/${step}`, []]);
}

/** Returns the form's values that are not secret. */
function keptOn({ values }: Page, { controls }: Form): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => controls[name]?.isSecret === false));
}

/** Returns every other valid answer, and every secret. */
function halfOf(form: Form, page: Page): Answers {
  const open = Object.entries(validAnswersOf(form)).filter(([name]) => has(page, name) && !isDependent(name));
  const half = open.filter(([name], index) => index % 2 === 0 || form.controls[name]!.isSecret);
  return Object.fromEntries(half);
}

/** Returns the text of a label, a legend or a hint. */
function textOf(key: string): string {
  const [namespace = '', path = ''] = key.split(':');
  const found = path
    .split('.')
    .reduce<unknown>(
      (texts, part) => (texts as Record<string, unknown>)[part],
      RESOURCES.en[namespace as keyof typeof RESOURCES.en],
    );
  return String(found).replace(/\s+/g, ' ');
}

function labelOf(page: Page, name: string): string {
  const control = page.$(`[name="${name}"]${SHOWN}`).first();
  const label =
    control.is('[type=radio]') || control.closest('fieldset.choices').length > 0
      ? control.closest('fieldset').children('legend')
      : page.$(`label[for="${control.attr('id')}"]`);
  return label.text().replace(/\s+/g, ' ').trim();
}

const hasForm = (page: Page) => page.$('#answers').length > 0;

/** Fields whose label differs on this page. */
const RELABELLED = ['/invite/credentials referral'];
/** Fields that an error clears or hides: the expiration with the card's secrets, and accepted terms. */
const DROPPED = ['cardExpiration', 'termsAndConditions'];
const HOUR = 60 * 60 * 1000;
/** No step makes more backend calls. */
const MOST_CALLS = 12;
/** Names of calls that validate answers. */
const WRITES = /^(create|set|update|validate)$/;

/** Buttons of the removed username check, of the payment view, of a list that has no such row, and of the lists of places. */
const FOREIGN_BUTTONS = ['check-username', 'apply-code', 'remove-child-99', 'update'];

type Group = Record<string, (input: object) => Promise<unknown>>;
type Samples = Record<string, { right: Answers[string]; wrong: string }>;
interface Faults {
  validationErrors: { field: string }[];
}

interface Call {
  group: string;
  name: string;
  input: object;
}

/** Serves a site at the step that records its backend calls, until the test ends. */
async function serveWatched(serveStep: ReturnType<typeof serveSiteAfter>) {
  const calls: Call[] = [];
  let failing = Infinity;
  let backend!: Backend;
  const { site, browser } = await serveStep({
    connect(embedded) {
      backend = embedded;
      return Promise.resolve(
        reportingCalls(embedded, (call) => {
          calls.push(call);
          if (calls.length === failing) throw new TypeError('fetch failed');
        }),
      );
    },
  });
  return {
    ...site,
    browser,
    backend,
    calls,
    /** Presses, and fails the call with this number, counted from 1. @returns whether that call was made */
    async failCall(number: number, press: () => Promise<Page>): Promise<boolean> {
      calls.length = 0;
      failing = number;
      await press();
      failing = Infinity;
      return calls.length >= number;
    },
  };
}

/** Returns the invalid samples that the backend must reject, too. */
function backendSamples({ controls }: Form, answers: Answers): Samples {
  return Object.fromEntries(
    Object.entries(controls).flatMap(([name, { rules, sample }]): [string, Samples[string]][] => {
      const [right, { wrong }] = [answers[name], sample];
      const isChecked = rules.some(({ fault, holds }) => fault !== undefined && wrong !== undefined && !holds(wrong));
      return right === undefined || wrong === undefined || !isChecked ? [] : [[name, { right, wrong }]];
    }),
  );
}

describe.each(CASES)('$journey $step', (given) => {
  const { form, base, step } = given;
  const path = `${base}/${step}`;
  const isFirst = given.before.length === 0;
  /** The credentials open only after a payment, or for a paid invite. */
  const isPaidFor = step === 'credentials';
  const controls = Object.entries(form.controls);
  const serveStep = serveSiteAfter((browser) => openStep(browser, given));
  const wrongOn = (page: Page) =>
    controls.flatMap(([name]) => (has(page, name) && page.errorOf(name) !== '' ? [name] : []));

  it('renders its fields, names each required field of an empty post, and fits the first flight', async () => {
    const { browser } = await serveStep();
    const opened = browser.page;
    for (const [name, row] of controls.filter(([name]) => has(opened, name))) {
      const control = opened.$(`[name="${name}"]${SHOWN}`).first();
      if (!RELABELLED.includes(`${path} ${name}`))
        expect([name, labelOf(opened, name)]).toEqual([name, expect.stringContaining(textOf(row.label))]);
      if (control.is('[type=radio], [type=checkbox]')) continue;
      expect([name, control.attr('autocomplete')]).toEqual([name, row.autoComplete]);
      if (row.isRequired && control.is('input')) expect([name, control.attr('required')]).toEqual([name, 'required']);
    }
    const refused = await browser.post(path, Object.fromEntries(controls.map(([name]) => [name, ''])));
    expect([refused.path, refused.status]).toEqual([path, 422]);
    const required = controls.flatMap(([name, { isRequired }]) => (isRequired && has(refused, name) ? [name] : []));
    // A place with one time zone selects it.
    expect(required.filter((name) => !refused.values[name] && refused.errorOf(name) === '')).toEqual([]);
    for (const { html } of [opened, refused]) expect(gzipSync(html).length).toBeLessThanOrEqual(FIRST_FLIGHT_BYTES);
  });

  const wrong = Object.entries(form.samples.wrong);
  it.runIf(wrong.length > 0)(
    'shows each invalid sample as an error only at its field, and returns no secret',
    async () => {
      const { browser } = await serveStep();
      await fill(browser, validAnswersOf(form));
      const { body } = browser.page.submission(browser.page.defaultButton());
      const shown = wrong.filter(([name]) => has(browser.page, name));
      expect(shown).not.toEqual([]);
      for (const [name, text] of shown) {
        const posted = new URLSearchParams(body);
        posted.set(name, text);
        const page = await browser.post(path, posted.toString());
        expect([name, page.status, wrongOn(page)]).toEqual([name, 422, [name]]);
        for (const secret of form.secrets) expect([secret, page.values[secret] ?? '']).toEqual([secret, '']);
        const translated = await browser.press('English (UK)');
        expect([translated.status, wrongOn(translated), translated.values]).toEqual([200, [name], page.values]);
      }
    },
  );

  it('keeps a half-filled form after a language switch and Back', async () => {
    const { browser } = await serveStep();
    browser.fill(halfOf(form, browser.page));
    const typed = keptOn(browser.page, form);
    const translated = await browser.press('English (UK)');
    expect([translated.path, translated.errors, keptOn(translated, form)]).toEqual([path, [], typed]);
    if (!translated.texts('button').includes('Back')) return;
    expect([(await browser.press('Back')).errors, browser.page.path === path]).toEqual([[], false]);
    expect([keptOn(await browser.open(path), form), browser.page.errors]).toEqual([typed, []]);
  });

  it('completes nothing for a button of another page or build', async () => {
    const { browser, calls } = await serveWatched(serveStep);
    const foreign = FOREIGN_BUTTONS.filter((intent) => browser.page.$(`button[value="${intent}"]`).length === 0);
    for (const intent of foreign) {
      await fill(browser, validAnswersOf(form));
      const typed = keptOn(browser.page, form);
      const { body } = browser.page.submission(browser.page.defaultButton());
      body.set('intent', intent);
      calls.length = 0;
      const page = await browser.post(path, body.toString());
      expect([intent, page.path, page.status, page.errors]).toEqual([intent, path, 200, []]);
      expect([intent, keptOn(page, form)]).toEqual([intent, typed]);
      const sent = calls.map(({ name }) => name).filter((name) => WRITES.test(name) || name === 'pay');
      expect([intent, sent]).toEqual([intent, []]);
    }
    await fill(browser, validAnswersOf(form));
    await browser.pressEnter();
    expect([browser.page.errors, browser.page.path === path && hasForm(browser.page)]).toEqual([[], false]);
  });

  const losses: Record<string, (site: Site) => unknown> = {
    expiry: (site) => site.pass(3 * HOUR),
    ...(given.journey === 'parent' && {
      'a lost registration': ({ store }: Site) =>
        store.db.deleteFrom('backend_registrations').where('account_id', 'is', null).execute(),
    }),
  };
  it.each(isPaidFor ? [] : Object.entries(losses))('keeps a half-filled form after %s', async (_loss, lose) => {
    const { site, browser } = await serveStep();
    browser.fill(halfOf(form, browser.page));
    const typed = keptOn(browser.page, form);
    await lose(site);
    const page = await browser.pressEnter();
    // The page of the invite shows the values and a link to continue.
    if (page.status === 409) {
      for (const value of Object.values(typed)) expect(page.text('main')).toContain(value);
      return;
    }
    if (page.path !== path) await walkTo(browser, given);
    expect([browser.page.path, keptOn(browser.page, form)]).toEqual([path, typed]);
    for (const secret of form.secrets) expect([secret, browser.page.values[secret] ?? '']).toEqual([secret, '']);
  });

  // An invite opens its steps from the start, so no post is too early.
  it.skipIf(isFirst || given.journey === 'invited' || isPaidFor)(
    'keeps a half-filled form that is posted before the earlier steps',
    async () => {
      const { site, browser } = await serveStep();
      browser.fill(halfOf(form, browser.page));
      const typed = keptOn(browser.page, form);
      const { body } = browser.page.submission(browser.page.defaultButton());
      const early = site.openBrowser();
      await early.open(given.begin);
      const posted = [...body].filter(([name]) => !name.startsWith('page-'));
      expect((await early.post(path, posted)).path).not.toBe(path);
      await walkTo(early, given);
      expect([early.page.path, keptOn(early.page, form)]).toEqual([path, typed]);
      for (const secret of form.secrets) expect([secret, early.page.values[secret] ?? '']).toEqual([secret, '']);
    },
  );

  it('keeps typed values after each failed backend call, and the backend rejects the same samples', async () => {
    const answers = validAnswersOf(form);
    const openFilled = async () => {
      const site = await serveWatched(serveStep);
      await fill(site.browser, answers);
      return { site, browser: site.browser };
    };
    let { site, browser } = await openFilled();
    const typed = Object.fromEntries(
      Object.entries(keptOn(browser.page, form)).filter(([name]) => !DROPPED.includes(name)),
    );
    const checked = backendSamples(form, answers);
    const refused = new Set<string>();
    for (let number = 1; await site.failCall(number, () => browser.pressEnter()); number += 1) {
      expect(number).toBeLessThan(MOST_CALLS);
      const { group, name, input } = site.calls[number - 1]!;
      const call = (site.backend[group as never] as Group)[name]!;
      for (const sample of WRITES.test(name) ? await refusedBy(call, input, checked) : []) refused.add(sample);
      if (browser.page.path !== path || !hasForm(browser.page)) await browser.open(path);
      // The step no longer opens if the failed call was optional and the sign-up is complete.
      if (browser.page.path !== path || !hasForm(browser.page)) ({ site, browser } = await openFilled());
      expect([number, keptOn(browser.page, form)]).toEqual([number, expect.objectContaining(typed)]);
      await fill(browser, answers);
    }
    expect([browser.page.errors, browser.page.path === path && hasForm(browser.page)]).toEqual([[], false]);
    await browser.open(path);
    if (browser.page.path === path && hasForm(browser.page))
      expect([keptOn(browser.page, form), browser.page.errors]).toEqual([expect.objectContaining(typed), []]);
    expect([...refused].sort()).toEqual(Object.keys(checked).sort());
  });

  it('keeps typed values after a press of any button while the backend never responds', async () => {
    const site = await serveTroubled(serveStep);
    const answers = validAnswersOf(form);
    let { browser } = site;
    const buttons = buttonsOf(browser.page);
    for (const name of buttons) {
      if (browser.page.path !== path || !hasForm(browser.page)) await openStep((browser = site.openBrowser()), given);
      await fill(browser, answers);
      const typed = Object.fromEntries(
        Object.entries(keptOn(browser.page, form)).filter(([field]) => !DROPPED.includes(field)),
      );
      site.troubled.silence();
      const page = name === '' ? await browser.pressEnter() : await browser.press(name);
      site.troubled.recover();
      expect([name, EXPECTED_STATUSES.includes(page.status), page.heading]).toEqual([
        name,
        true,
        expect.stringMatching(/./),
      ]);
      if (page.path !== path || !hasForm(page)) await browser.open(path);
      expect([name, browser.page.path, keptOn(browser.page, form)]).toEqual([
        name,
        path,
        expect.objectContaining(typed),
      ]);
    }
  });
});

/** Statuses of a page, of a form with errors, and of a page about an outage. */
const EXPECTED_STATUSES = [200, 422, 502, 503];

/** Returns the buttons that may call the backend. An empty name means the default button. */
function buttonsOf(page: Page): string[] {
  const names = page.texts('#answers button:not([type=button], [aria-hidden=true], .more-time)');
  return ['', ...new Set(names.filter((name) => !/^(Back|Remove|I need more time)/.test(name)))];
}

/** Returns the names of the samples that a call rejects at the right place of its body. */
async function refusedBy(
  call: (input: object) => Promise<unknown>,
  input: object,
  samples: Samples,
): Promise<string[]> {
  const refused: string[] = [];
  for (const [name, { right, wrong }] of Object.entries(samples)) {
    const copy = structuredClone(input);
    const place = replaceIn(copy, right, wrong);
    if (place === undefined) continue;
    // Some calls reject with an error, and some in their response.
    const [error, answer] = await safe(call(copy));
    const faults = ((error as { data?: unknown } | null)?.data ?? answer) as Partial<Faults> | undefined;
    if (faults?.validationErrors?.some(({ field }) => field === place)) refused.push(name);
  }
  return refused;
}

/** Replaces a value in the body. @returns its place, as the backend names it */
function replaceIn(input: object, right: unknown, wrong: string, at = ''): string | undefined {
  for (const [name, value] of Object.entries(input) as [string, unknown][]) {
    if (at === '' && (name === 'headers' || name === 'params')) continue;
    const place = Array.isArray(input) ? `${at}[${name}]` : at === '' || at === 'body' ? name : `${at}.${name}`;
    if (value === right) {
      (input as Record<string, unknown>)[name] = wrong;
      return place;
    }
    const found = typeof value === 'object' && value !== null ? replaceIn(value, right, wrong, place) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Wraps a client, and reports each call before making it. */
function reportingCalls(client: Backend, report: (call: Call) => void): Backend {
  return new Proxy(client, {
    get: (groups, group: string) =>
      // `await` checks whether a client is a promise.
      group in contract &&
      new Proxy(groups[group as keyof Backend], {
        get: (calls, name: string) => async (input: object) => {
          report({ group, name, input });
          return (calls[name as never] as (input: object) => Promise<unknown>)(input);
        },
      }),
  });
}
