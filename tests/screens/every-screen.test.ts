import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BASE_PATH } from '~/domain/base-path';
import { LANGUAGES } from '~/domain/languages';
import { LANGUAGE_CODES } from '~/i18n/languages';
import { BrowserIn } from '~tests/browser/browser-in';
import { textsOf } from '~tests/answers/catalogue';
import { Explainer } from '~tests/answers/explain-text';
import { faultPagesIn } from '~tests/fakes/fault-pages';
import type { Page } from '~tests/browser/plain-page';
import { SPEAKING_WALKS, type Speaking } from '~tests/walks/speaking-walk';
import { spokenTextsOf } from '~tests/answers/spoken-texts';
import { expireSessions } from '~tests/servers/store-file';
import { hasJava } from '~tests/servers/has-java.mjs';
import { useServer } from '~tests/servers/use-server';
import { AUTOFILL, autofillOfScreens } from './autofill';
import { checkInChromium, printPages } from './in-chromium';
import { checkMarkup } from './markup';
import { PAGE_RULES } from './page-rules';
import { nameOf, Recording } from './recording';
import { FIRST_FLIGHT_BYTES, MAX_SCRIPT_BYTES, PAGE_BUDGETS, SCRIPT_BUDGETS } from './budgets';
import { enhancementsOfScreens, weighAnswer, weighScreens, weighScripts } from './weight';

/** Data that nobody typed on that page: people of the invite fixtures, payers of the sandbox's wallets, and whose mails the demo shows. */
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

/** Every experiment that adds something to a page. */
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

/** Never sent back, so after a language switch it is missing instead of wrong. */
const SECRETS = /-(cardNumber|cardCvv|password|securityAnswer|securityCode|confirmCode|securityCodeConfirm)$/;

/** Error summary by field; a secret only says that there is an error. */
function errorsOf({ $ }: Page): string[] {
  const entries = $('.error-summary li').toArray();
  const said = entries.map((entry) => {
    const field = $(entry).find('a').attr('href') ?? '';
    return SECRETS.test(field) ? field : `${field}: ${$(entry).text()}`;
  });
  return [...new Set(said)];
}

/** The answers without the hidden list of fields with errors, whose order does not matter. */
function valuesOf({ values }: Page): Page['values'] {
  const { shown: _shown, ...answers } = values;
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
      if (!explainer.explains(text, typed) && lang === language) strange.push(`${page.describe()}: ${text}`);
    }
  }

  function open(): BrowserIn {
    const browser = new BrowserIn(server.running.url, language);
    browser.onPage = (page) => lookAt(page, new Set([...NAMES, ...browser.typed]));
    return browser;
  }

  /** Switching the language and back shows the same page, answers and errors. */
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

  const speaking: Speaking = {
    open,
    onErrors: language === 'es' ? switchAndBack : async () => undefined,
    expireSessions: () => expireSessions(server.running.dataDir),
  };

  it.each(Object.entries(SPEAKING_WALKS))('%s', { timeout: 60_000 }, async (_name, walk) => {
    strange = [];
    await walk(speaking);
    expect([...new Set(strange)]).toEqual([]);
  });

  it('what only a fault, a provider or a flag brings', () => {
    strange = [];
    for (const page of faultPagesIn(language, recording.stylesheet)) lookAt(page, new Set(NAMES));
    expect([...new Set(strange)]).toEqual([]);
  });

  it('a page is compressed as it is weighed here, and better for who takes Brotli', async () => {
    const { html, gzip, br } = await weighAnswer(`${server.running.url}/app/join/step1`);
    expect(Math.abs(gzip - gzipSync(html).length)).toBeLessThan(20);
    expect(br).toBeLessThan(gzip);
  });

  // Runs last: fails if the walks no longer reach every screen.
  it('these were most of the texts there are, the store links only where they are shown', () => {
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
  it.each(Object.entries(PAGE_RULES))('has %s', (_name, rule) => {
    const wrong = recording.pages.flatMap((one) => {
      const found = rule(one);
      return found ? [`${nameOf(one)}: ${found}`] : [];
    });
    expect([...new Set(wrong)]).toEqual([]);
  });

  it('weighs no more than its screen may', () => {
    const weights = weighScreens(recording.pages);
    if (process.env.WEIGHTS) process.stdout.write(`${JSON.stringify(weights, null, 2)}\n`);
    expect(Object.keys(weights).sort()).toEqual(Object.keys(PAGE_BUDGETS).sort());
    const tooHeavy = Object.entries(weights).filter(([screen, bytes]) => bytes > PAGE_BUDGETS[screen]!);
    expect(tooHeavy).toEqual([]);
    expect(Math.max(...Object.values(PAGE_BUDGETS))).toBeLessThanOrEqual(FIRST_FLIGHT_BYTES);
  });

  it('asks for the scripts of its screen alone, and they weigh no more than they may', () => {
    for (const [screen, names] of Object.entries(enhancementsOfScreens(recording.pages))) {
      expect(SCRIPT_BUDGETS[screen]?.enhancements, screen).toEqual(expect.arrayContaining(names));
    }
    for (const [screen, { bytes, enhancements }] of Object.entries(SCRIPT_BUDGETS)) {
      expect(weighScripts(enhancements).bytes, screen).toBeLessThanOrEqual(bytes);
      expect(bytes, screen).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
    }
  });

  it('asks for its scripts from the head, in two requests at most', () => {
    // Pages of a fault are of routes that stand alone: they know no build.
    for (const one of recording.pages.filter(({ screen }) => screen !== 'faults')) {
      const names = one.page
        .$('[data-enhance]')
        .toArray()
        .map((element) => element.attribs['data-enhance']!);
      const asked = one.page.$('head script[src]').toArray();
      const addresses = asked.map(({ attribs }) => attribs.src);
      const { files } = names.length > 0 ? weighScripts(names) : { files: [] };
      expect(addresses.sort(), nameOf(one)).toEqual(files.map((file) => `${BASE_PATH}/${file}`).sort());
      expect(files.length, nameOf(one)).toBeLessThanOrEqual(2);
    }
  });

  it('tells the browser what it may fill in, and of other people nothing', () => {
    expect(autofillOfScreens(recording.pages)).toEqual(AUTOFILL);
  });

  it.skipIf(!hasJava() && !process.env.CI)('is HTML, by every rule of the standard', { timeout: 120_000 }, () => {
    expect(checkMarkup(recording.pages)).toEqual([]);
  });

  it('is printed on one sheet where it is a receipt', { timeout: 60_000 }, async () => {
    const receipts = recording.pages.filter(({ page }) => page.$('#payment-title').length > 0);
    expect(receipts.length).toBeGreaterThan(3);
    const printed = await printPages(receipts);
    expect(printed).toEqual(printed.map(() => ({ sheets: 1, isTagged: true })));
  });

  it(
    'is sound to axe by day and by night, fits from 320 px on with text at 200 %, and has no small targets',
    {
      timeout: 300_000,
    },
    async () => {
      expect(await checkInChromium(recording.pages)).toEqual([]);
    },
  );
});
