import { gzipSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { BASE_PATH } from '~/domain/base-path';
import { LANGUAGES } from '~/domain/languages';
import { LANGUAGE_CODES, type Language } from '~/i18n/languages';
import { BrowserIn } from '~tests/browser/browser-in';
import { textsOf } from '~tests/answers/catalogue';
import { faultPagesIn } from '~tests/fakes/fault-pages';
import type { Page } from '~tests/browser/plain-page';
import { LANGUAGE_WALKS, type WalkInput } from '~tests/walks/language-walks';
import { expireSessions } from '~tests/servers/store-file';
import { hasJava } from '~tests/servers/has-java.mjs';
import { useServer } from '~tests/servers/use-server';
import { findChecks, openChecker, printPages, type Checks } from './in-chromium';
import { PAGE_RULES } from './page-rules';
import { nameOf, Recording, withSteadyValues, type RecordedPage } from './recording';
import { FIRST_FLIGHT_BYTES, MAX_SCRIPT_BYTES, PAGE_BUDGETS, SCRIPT_BUDGETS } from './budgets';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { get } from 'node:http';
import type { ListItem } from '~/domain/list-item';
import { formatKept, formatWait } from '~/i18n/format-wait';
import { regionsFor } from '~/i18n/regions';
import type { Sheet } from '~/styles/stylesheet';
import { callingCodesFor } from '~/reference/calling-codes';
import { countriesFor, countryInSentence } from '~/reference/countries';
import { timezoneName, timezonesOf } from '~/reference/timezones';

const CHROMIUM_PARTS = 6;

/** Countries whose time zones the walks reach. */
const WALKED_COUNTRIES = ['US', 'CA', 'GB', 'MX', 'HK'];

const DEMO_NAMES = [
  'Evenkeel',
  'ToneMeter',
  'localhost:0',
  'Evenkeel, Inc.',
  '100 Sample Street',
  'Springfield, MN 56087',
  'United States',
];

const NOTHING: ReadonlySet<string> = new Set();

/** Finds the origin of a page's text. A text without one is a key, in the wrong language, or in no catalogue. */
class Explainer {
  /** The keys whose texts were found. */
  readonly seen = new Set<string>();
  readonly #plain = new Map<string, string[]>();
  readonly #patterns: { key: string; pattern: RegExp }[] = [];
  readonly #names: Set<string>;
  readonly #date: RegExp;
  readonly #found = new WeakMap<ReadonlySet<string>, Map<string, boolean>>();

  constructor(language: Language) {
    for (const [key, text] of textsOf(language)) {
      for (const line of linesOf(key, text.replace(/\s+/g, ' ').trim())) {
        // A text with only placeholders would match every text.
        if (/^(?:\{\{[^}]*\}\}\s*)+$/.test(line)) this.seen.add(key);
        else if (line.includes('{{')) this.#patterns.push({ key, pattern: patternOf(line) });
        else this.#plain.set(line, [...(this.#plain.get(line) ?? []), key]);
      }
    }
    // Long patterns are tried first, because short ones, such as a title's, are almost only placeholders.
    this.#patterns.sort((a, b) => b.pattern.source.length - a.pattern.source.length);
    this.#names = namesIn(language);
    this.#date = dateIn(language);
  }

  /** @param typed values that the visitor typed, and other data such as names */
  explains(text: string, typed: ReadonlySet<string>): boolean {
    // Most texts are the same on every page.
    return this.#remember(text, NOTHING) || this.#remember(text, typed);
  }

  #remember(text: string, typed: ReadonlySet<string>): boolean {
    let found = this.#found.get(typed);
    if (!found) this.#found.set(typed, (found = new Map<string, boolean>()));
    let isExplained = found.get(text);
    if (isExplained === undefined) found.set(text, (isExplained = this.#isExplained(text, typed)));
    return isExplained;
  }

  #isExplained(text: string, typed: ReadonlySet<string>): boolean {
    const keys = this.#plain.get(text);
    if (keys) {
      for (const key of keys) this.seen.add(key);
      return true;
    }
    if (this.#names.has(text) || isData(text, typed) || this.#date.test(text) || this.isMadeOf(text, typed))
      return true;
    for (const { key, pattern } of this.#patterns) {
      const match = pattern.exec(text);
      if (match?.slice(1).every((part) => this.explains(part, typed))) {
        this.seen.add(key);
        return true;
      }
    }
    return false;
  }

  /** Matches a known text followed by a name or a list, such as "Please choose:". */
  #beginsAsKnown(text: string, typed: ReadonlySet<string>): boolean {
    for (const [known, keys] of this.#plain) {
      if (known.length < 8 || !text.startsWith(`${known} `) || !this.explains(text.slice(known.length + 1), typed))
        continue;
      for (const key of keys) this.seen.add(key);
      return true;
    }
    return false;
  }

  /** Matches several texts on one line: label and value, parts of an address, a bracketed note, words of a name, sentences. */
  private isMadeOf(text: string, typed: ReadonlySet<string>): boolean {
    const bracketed = /^\((.+)\)$/.exec(text)?.[1];
    if (bracketed !== undefined) return this.explains(bracketed, typed);
    const [, named, note] = /^(.+) \((.+)\)$/.exec(text) ?? [];
    if (named && note && this.explains(named, typed) && this.explains(note, typed)) return true;
    const [, label, value] = /^(.+?): (.+)$/.exec(text) ?? [];
    if (label && value && this.explains(label, typed) && this.explains(value, typed)) return true;
    const sentences = text.split(/(?<=[.]) /);
    if (sentences.length > 1) return sentences.every((sentence) => this.explains(sentence, typed));
    if (text.endsWith('.') && this.explains(text.slice(0, -1), typed)) return true;
    if (this.#beginsAsKnown(text, typed)) return true;
    const pieces = text.split(/, |: /);
    if (pieces.length > 1) return pieces.every((piece) => this.explains(piece, typed));
    const words = text.split(' ');
    return words.length > 1 && words.every((word) => isData(word, typed) || this.#plain.has(word));
  }
}

/** Texts of mails. Their plain text has one sentence a line, and a colon between a label and its link. */
const MAILED = /^(?:backend:mail|checkout:re(?:ceipt|newal)|professional:done\.invite$)/;

function linesOf(key: string, text: string): string[] {
  if (!MAILED.test(key)) return [text];
  const label = key.endsWith('.open') ? [`${text}:`] : [];
  return [...new Set([text, ...text.split(/(?<=\.) /)]), ...label];
}

/** Returns a pattern with a group for each placeholder. */
function patternOf(text: string): RegExp {
  return new RegExp(`^${escapePattern(text).replace(/\{\{.*?\}\}/g, '(.+)')}$`, 'u');
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
}

/** Returns names from `Intl` and postal data, and the names of the languages. */
function namesIn(language: Language): Set<string> {
  const lists: (readonly ListItem[])[] = [countriesFor(language), callingCodesFor(language)];
  for (const { value } of countriesFor(language)) lists.push(regionsFor(value, language));
  const zones = WALKED_COUNTRIES.flatMap((country) => [
    ...timezonesOf(country),
    ...regionsFor(country, language).flatMap(({ value }) => timezonesOf(country, value)),
  ]);
  const hours = Array.from({ length: 24 }, (_none, index) => index + 1);
  return new Set([
    ...lists.flat().map(({ name }) => name),
    ...countriesFor(language).map(({ value }) => countryInSentence(value, language)),
    ...[...new Set(zones)].map((zone) => timezoneName(zone, language)),
    ...Object.values(LANGUAGES).map(({ name }) => name),
    ...hours.map((hour) => formatKept(hour * 3600, language)),
    ...hours.map((seconds) => formatWait(seconds, language)),
    ...DEMO_NAMES,
  ]);
}

/** Returns a pattern for dates with or without a time: month names, words between, and AM or PM. */
function dateIn(language: Language): RegExp {
  const formats = (['long', 'medium'] as const).map(
    (dateStyle) =>
      new Intl.DateTimeFormat(LANGUAGES[language].locale, { dateStyle, timeStyle: 'short', timeZone: 'UTC' }),
  );
  const parts = Array.from({ length: 12 }, (_none, month) => [0, 12].map((hour) => Date.UTC(2026, month, 1, hour)))
    .flat()
    .flatMap((time) => formats.flatMap((format) => format.formatToParts(time)));
  const words = parts.map(({ value }) => value.replace(/\s+/g, ' ').trim()).filter((value) => /\p{L}/u.test(value));
  const word = [...new Set([...words, 'GMT'])].map(escapePattern).join('|');
  return new RegExp(`^(?:${word}|[\\d\\s,:()])+$`, 'u');
}

/** Returns whether a text is a typed value, a number, an amount, an e-mail, a URL, an id or an order number. */
function isData(text: string, typed: ReadonlySet<string>): boolean {
  return (
    typed.has(text) ||
    !/\p{L}/u.test(text) ||
    /^(?:\S+@\S+\.\w+|https?:\S+|\/\S+|[\da-f-]{8,}|[\dA-Z]{3}(?:-[\dA-Z]{3}){2})$/.test(text)
  );
}

/** A visible or spoken text, with the language that the page declares for it. */
interface SpokenText {
  text: string;
  lang: string;
}

interface Node {
  type: string;
  name?: string;
  data?: string;
  attribs?: Record<string, string>;
  children?: Node[];
}

/** Attributes that are shown or read out. */
const SPOKEN_ATTRIBUTES = ['aria-label', 'title', 'alt', 'placeholder'];

/** Elements without natural language. */
const UNSPOKEN = new Set(['script', 'style', 'code']);

/** Returns every text of a page: text nodes, spoken attributes, and texts passed to scripts. */
function spokenTextsOf(page: Page): SpokenText[] {
  const found: SpokenText[] = [];
  for (const root of page.$.root().contents().toArray()) collect(root as unknown as Node, '', found);
  return found;
}

function collect(
  { type, name = '', data = '', attribs = {}, children = [] }: Node,
  around: string,
  found: SpokenText[],
) {
  const lang = attribs.lang ?? around;
  const add = (text: string) => {
    const line = text.replace(/\s+/g, ' ').trim();
    if (line !== '') found.push({ text: line, lang });
  };
  // A part that must not break belongs to the text around it.
  if (children.some(({ name: of, attribs: given }) => of === 'span' && given?.class === 'whole'))
    return add(textIn({ type, children }));
  // The outbox shows mails with line breaks.
  if (type === 'text') data.split('\n').forEach(add);
  if (UNSPOKEN.has(name)) return;
  for (const attribute of SPOKEN_ATTRIBUTES) add(attribs[attribute] ?? '');
  if (attribs['data-props']) sentencesOf(JSON.parse(attribs['data-props'])).forEach(add);
  for (const child of children) collect(child, lang, found);
}

function textIn({ data = '', children = [] }: Node): string {
  return data + children.map(textIn).join('');
}

/** Returns the texts in a script's props. The other strings are ids, URLs and tokens. */
function sentencesOf(props: unknown): string[] {
  if (typeof props === 'string') return /\p{L}.* .*\p{L}/u.test(props) && !/^https?:/.test(props) ? [props] : [];
  return props !== null && typeof props === 'object' ? Object.values(props).flatMap(sentencesOf) : [];
}

/** Returns the bytes of each screen in its heaviest state and language. */
function weighScreens(pages: readonly RecordedPage[]): Record<string, number> {
  const heaviest: Record<string, number> = {};
  for (const { screen, page } of pages) {
    heaviest[screen] = Math.max(heaviest[screen] ?? 0, gzipSync(withSteadyValues(page)).length);
  }
  return heaviest;
}

/** Returns the enhancements by screen, without screens that have none. */
function enhancementsOfScreens(pages: readonly RecordedPage[]): Record<string, string[]> {
  const found: Record<string, Set<string>> = {};
  for (const { screen, page } of pages) {
    for (const element of page.$('[data-enhance]').toArray())
      (found[screen] ??= new Set()).add(element.attribs['data-enhance']!);
  }
  return Object.fromEntries(Object.entries(found).map(([screen, names]) => [screen, [...names].sort()]));
}

interface BuiltScript {
  file: string;
  modules: string[];
  loads: string[];
}

const ENHANCEMENT = /^app\/enhance\/[^/]+[.]tsx$/;
/** Code of a payment provider. */
const PROVIDERS_OWN = /^app\/payments\/[^/]+\/browser\//;
const BUILD = new URL('../../build/', import.meta.url);

/**
 * Returns the files that these enhancements load, and their gzipped bytes, without the provider's code.
 * @throws if the build lacks an enhancement
 */
function weighScripts(enhancements: readonly string[]): { files: readonly string[]; bytes: number } {
  const built = JSON.parse(readFileSync(new URL('scripts.json', BUILD), 'utf8')) as BuiltScript[];
  const startOf = (entry: string) => {
    const script = built.find((one) => one.modules.includes(entry));
    if (!script) throw new Error(`The build has no ${entry}`);
    return script;
  };
  const entry = startOf('app/entry.client.tsx');
  const found = new Set([entry]);
  const follow = (script: BuiltScript) => {
    if (found.has(script) || script.modules.some((name) => PROVIDERS_OWN.test(name))) return;
    found.add(script);
    for (const file of script.loads) follow(built.find((one) => one.file === file)!);
  };
  // The entry can load every enhancement, but loads only those of the page.
  const shared = entry.loads.map((file) => built.find((one) => one.file === file)!);
  shared.filter((script) => !script.modules.some((name) => ENHANCEMENT.test(name))).forEach(follow);
  for (const name of enhancements) follow(startOf(`app/enhance/${name}.tsx`));
  const files = [...found].map(({ file }) => file);
  const sizes = files.map((file) => readFileSync(fileURLToPath(new URL(`client/${file}.gz`, BUILD))).length);
  return { files, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
}

/** Returns the page, and its transferred bytes in both encodings. */
async function weighAnswer(address: string): Promise<{ html: string; gzip: number; br: number }> {
  const [gzip, br] = await Promise.all([fetchCompressed(address, 'gzip'), fetchCompressed(address, 'br, gzip')]);
  return { html: gunzipSync(gzip).toString(), gzip: gzip.length, br: br.length };
}

/** Returns the compressed body, which `fetch` would decompress. */
function fetchCompressed(address: string, coding: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': coding } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve(Buffer.concat(chunks)));
    }).on('error', reject);
  });
}

/** The package exports its jar's path as a `String`. Its runner would download Java. */
const JAR = String(createRequire(import.meta.url)('vnu-jar'));

/** Messages to ignore, with reasons (docs/testing.md, "Checks of every screen"). */
const IGNORED_MESSAGES = [
  // React writes `<br/>`, which is only a problem with unquoted attributes.
  /^Trailing slash on void elements has no effect/,
  // Apple's Password Rules, which no standard names.
  /^Attribute “passwordrules” not allowed/,
  // Container queries, which the checker does not know yet.
  /^CSS: (“container-type”: Property “container-type” doesn't exist|Unrecognized at-rule “@container”)/,
];

interface Message {
  type: 'error' | 'info' | 'non-document-error';
  url?: string;
  message: string;
  extract?: string;
}

/**
 * Runs the Nu HTML checker once on all pages.
 * @returns its errors, warnings and remarks, each once per screen
 * @throws Error if the checker failed
 */
function checkMarkup(pages: readonly RecordedPage[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'joinery-pages-'));
  try {
    const names = pages.map((recorded, index) => writePage(folder, recorded, index));
    const { stdout, stderr, error } = spawnSync(
      'java',
      [
        '-Xss2m',
        '-XX:TieredStopAtLevel=1',
        '-XX:+UseSerialGC',
        '-jar',
        JAR,
        '--format',
        'json',
        '--stdout',
        '--exit-zero-always',
        ...['--skip-non-html', folder],
      ],
      { encoding: 'utf8', maxBuffer: 1 << 28 },
    );
    if (error || stdout === '') throw new Error(`The Nu HTML checker did not run: ${stderr}`, { cause: error });
    const { messages } = JSON.parse(stdout) as { messages: Message[] };
    if (messages.some(({ type }) => type === 'non-document-error')) throw new Error(stdout.slice(0, 2000));
    const lines = messages
      .filter(({ message }) => !IGNORED_MESSAGES.some((pattern) => pattern.test(message)))
      .map(({ url, message, extract }) => `${names.find((name) => name === basename(url!))}: ${message} ${extract}`);
    return [...new Set(lines)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes a page to a file. @returns the file's name, which identifies the page */
function writePage(folder: string, { screen, language, page }: RecordedPage, index: number): string {
  const name = `${index} ${language} ${page.status} ${screen.replace(/\W+/g, ' ').trim()}.html`;
  // Only the first page keeps its stylesheet, which is slow to check.
  writeFileSync(
    join(folder, name),
    index === 0 ? page.html : page.html.replace(/<style>[^]*?<\/style>/, '<style></style>'),
  );
  return name;
}

/**
 * Data that the visitor did not type: people of the invite fixtures, payers of the sandbox's wallets, and recipients in the demo's outbox.
 */
const NAMES = [
  'Ann',
  'Ben',
  'Iris',
  'Alex',
  'Robin',
  'Sky',
  'Hart',
  'AE',
  'AH',
  'RH',
  'SH',
  'Jordan',
  'Whitfield',
  'Frankie',
  'Noa',
  'Reyes',
  'Lee',
  "O'Neil",
  '12 Elm Street',
  'Apt 4',
  '2 High Street',
  'London',
  'SW1A 1AA',
  'settled',
  'declined',
];

/** The experiments that add content to a page. */
const ALL_FLAGS = [
  'GROW365',
  'GROW431',
  'GROW450',
  'GROW748',
  'GROW750',
  'GROW805',
  'PAYPAL_IN_JOIN',
  'PARENT_B_EMAIL_SPEED_BUMP',
]
  .map((flag) => `${flag}=treatment`)
  .join();

/** Secret fields. They are empty after a language switch, so their error may change to a missing value. */
const SECRETS = /-(cardNumber|cardCvv|password|securityAnswer|securityCode|confirmCode|securityCodeConfirm)$/;

/** Returns the errors with their fields. For a secret, returns only the field. */
function errorsOf({ $ }: Page): string[] {
  const entries = $('.error-summary li').toArray();
  const errors = entries.map((entry) => {
    const field = $(entry).find('a').attr('href') ?? '';
    return SECRETS.test(field) ? field : `${field}: ${$(entry).text()}`;
  });
  return [...new Set(errors)];
}

/** Returns the answers without the hidden list of fields with errors, whose order does not matter. */
function valuesOf({ values }: Page): Page['values'] {
  // These fields are sealed again for each rendering.
  const { shown: _shown, reviewed: _reviewed, ...answers } = values;
  return answers;
}

const recording = new Recording();

describe.each(LANGUAGE_CODES)('in %s', (language) => {
  const server = useServer({ env: { FLAGS: ALL_FLAGS } });
  const explainer = new Explainer(language);
  let strange: string[] = [];

  function lookAt(page: Page, typed: ReadonlySet<string>): void {
    if (!page.html.startsWith('<!DOCTYPE html>')) return;
    recording.add(page, language);
    if (page.$('html').attr('lang') !== language) strange.push(`${page.describe()} is in another language`);
    for (const { text, lang } of spokenTextsOf(page)) {
      if (lang === language && !explainer.explains(text, typed)) strange.push(`${page.describe()}: ${text}`);
    }
  }

  function open(): BrowserIn {
    const browser = new BrowserIn(server.running.url, language);
    browser.onPage = (page) => lookAt(page, new Set([...NAMES, ...browser.typed]));
    return browser;
  }

  /** Expects the same page, answers and errors after switching the language and back. */
  async function switchAndBack(browser: BrowserIn): Promise<void> {
    const { page, onPage } = browser;
    expect(page.errors, page.describe()).not.toEqual([]);
    browser.onPage = () => undefined;
    const there = await browser.press(LANGUAGES.en.name);
    expect([there.$('html').attr('lang'), there.path]).toEqual(['en', page.path]);
    expect(errorsOf(there), page.describe()).toHaveLength(errorsOf(page).length);
    expect(valuesOf(there), page.describe()).toEqual(valuesOf(page));
    browser.onPage = onPage;
    const back = await browser.press(LANGUAGES[language].name);
    expect([errorsOf(back), valuesOf(back)], page.describe()).toEqual([errorsOf(page), valuesOf(page)]);
  }

  const input: WalkInput = {
    open,
    onErrors: language === 'es' ? switchAndBack : async () => undefined,
    expireSessions: () => expireSessions(server.running.dataDir),
  };

  it.each(Object.entries(LANGUAGE_WALKS))('%s', { timeout: 60_000 }, async (_name, walk) => {
    strange = [];
    await walk(input);
    expect([...new Set(strange)]).toEqual([]);
  });

  it('shows screens of a fault, a provider or a flag in this language', () => {
    strange = [];
    const stylesheet = (sheet: Sheet) => recording.stylesheetOf(sheet === 'review' ? '/payment/review' : '/signup');
    for (const page of faultPagesIn(language, stylesheet)) lookAt(page, new Set(NAMES));
    expect([...new Set(strange)]).toEqual([]);
  });

  it('compresses a page to the size measured here, and to less with Brotli', async () => {
    const { html, gzip, br } = await weighAnswer(`${server.running.url}/app/join/step1`);
    expect(Math.abs(gzip - gzipSync(html).length)).toBeLessThan(20);
    expect(br).toBeLessThan(gzip);
  });

  // Runs last, and fails if the walks no longer reach every screen.
  it('has shown most texts of the catalogue, and links to app stores only if the language has them', () => {
    const { seen } = explainer;
    const all = [...textsOf(language).keys()].filter((key) => !key.startsWith('backend:'));
    const unseen = all.filter((key) => !seen.has(key));
    expect(unseen.length / all.length, unseen.join(' ')).toBeLessThan(0.2);
    expect(seen.has('parent:receipt.googlePlay')).toBe(LANGUAGES[language].linksToApp);
    expect([...seen].filter((key) => key.startsWith('backend:mail.')).length).toBeGreaterThan(20);
  });
});

/** Checks every page that the walks reached, once. */
describe('every page', () => {
  it.each(Object.entries(PAGE_RULES))('%s', (_name, rule) => {
    const wrong = recording.pages.flatMap((one) => {
      const found = rule(one);
      return found ? [`${nameOf(one)}: ${found}`] : [];
    });
    expect([...new Set(wrong)]).toEqual([]);
  });

  it('stays within the size budget of its screen', () => {
    const weights = weighScreens(recording.pages);
    if (process.env.WEIGHTS) process.stdout.write(`${JSON.stringify(weights, null, 2)}\n`);
    expect(Object.keys(weights).sort()).toEqual(Object.keys(PAGE_BUDGETS).sort());
    const tooHeavy = Object.entries(weights).filter(([screen, bytes]) => bytes > PAGE_BUDGETS[screen]!);
    expect(tooHeavy).toEqual([]);
    expect(Math.max(...Object.values(PAGE_BUDGETS))).toBeLessThanOrEqual(FIRST_FLIGHT_BYTES);
  });

  it('requests only the scripts of its screen, within its budget', () => {
    for (const [screen, names] of Object.entries(enhancementsOfScreens(recording.pages))) {
      expect(SCRIPT_BUDGETS[screen]?.enhancements, screen).toEqual(expect.arrayContaining(names));
    }
    for (const [screen, { bytes, enhancements }] of Object.entries(SCRIPT_BUDGETS)) {
      expect(weighScripts(enhancements).bytes, screen).toBeLessThanOrEqual(bytes);
      expect(bytes, screen).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
    }
  });

  it('requests its scripts from the head, in two requests at most', () => {
    // Pages of a fault are rendered without a build.
    for (const one of recording.pages.filter(({ screen }) => screen !== 'faults')) {
      const names = one.page
        .$('[data-enhance]')
        .toArray()
        .map((element) => element.attribs['data-enhance']!);
      const scripts = one.page.$('head script[src]').toArray();
      const addresses = scripts.map(({ attribs }) => attribs.src);
      const { files } = names.length > 0 ? weighScripts(names) : { files: [] };
      expect(addresses.sort(), nameOf(one)).toEqual(files.map((file) => `${BASE_PATH}/${file}`).sort());
      expect(files.length, nameOf(one)).toBeLessThanOrEqual(2);
    }
  });

  it.skipIf(!hasJava() && !process.env.CI)('is valid HTML by the standard', { timeout: 120_000 }, () => {
    expect(checkMarkup(recording.pages)).toEqual([]);
  });

  it('fits on one printed sheet if it is a receipt', { timeout: 60_000 }, async () => {
    const receipts = recording.pages.filter(({ page }) => page.$('#payment-title').length > 0);
    expect(receipts.length).toBeGreaterThan(3);
    const printed = await printPages(receipts);
    expect(printed).toEqual(printed.map(() => ({ sheets: 1, isTagged: true })));
  });

  let checks: Checks | undefined;
  let checker: Awaited<ReturnType<typeof openChecker>> | undefined;
  afterAll(() => checker?.close());
  // In parts, so that a busy machine finishes each within its time limit.
  it.each(Array.from({ length: CHROMIUM_PARTS }, (_none, index) => index + 1))(
    `passes axe in light and dark mode, fits from 320 px with text at 200 %, and has no small targets (%i of ${CHROMIUM_PARTS})`,
    { timeout: 300_000 },
    async (part) => {
      checks ??= findChecks(recording.pages);
      expect(checks.length).toBeGreaterThan(10 * CHROMIUM_PARTS);
      const mine = checks.filter((_check, index) => index % CHROMIUM_PARTS === part - 1);
      checker ??= await openChecker();
      expect(await checker.check(mine)).toEqual([]);
    },
  );

  it('has an autofill token on each control, and `off` for data of another person', () => {
    const kinds = 'input:not([type=hidden], [type=radio], [type=checkbox]), select, textarea';
    for (const { screen, page } of recording.pages)
      for (const { attribs } of page.$(kinds).toArray()) {
        const token = ['/step2', '/demo/invite'].includes(screen) ? 'off' : (expect.any(String) as string);
        expect([screen, attribs.name, attribs.autocomplete]).toEqual([screen, attribs.name, token]);
      }
  });
});
