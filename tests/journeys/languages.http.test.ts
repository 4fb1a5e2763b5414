import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../app/i18n/languages';
import { BrowserIn } from '../support/browser-in';
import { textsOf } from '../support/catalogue';
import { Explainer } from '../support/explain-text';
import { faultPagesIn } from '../support/fault-pages';
import type { Page } from '../support/plain-page';
import { SPEAKING_WALKS, type Speaking } from '../support/speaking-walk';
import { spokenTextsOf } from '../support/spoken-texts';
import { expireSessions } from '../support/store-file';
import { useServer } from '../support/use-server';

/** What a page says that nobody typed: the people of the invite fixtures, and who pays with the sandbox's wallets. */
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
  'settled',
  'declined',
];

/** What is never sent back: a mistake in it is missed instead, after a switch. */
const SECRETS = /-(cardNumber|cardCvv|password|securityAnswer|securityCode|confirmCode|securityCodeConfirm)$/;

/** What the error summary says, by the field it leads to; of a secret that there is something. */
function errorsOf({ $ }: Page): string[] {
  const entries = $('.error-summary li').toArray();
  const said = entries.map((entry) => {
    const field = $(entry).find('a').attr('href') ?? '';
    return SECRETS.test(field) ? field : `${field}: ${$(entry).text()}`;
  });
  return [...new Set(said)];
}

/** The answers, without the list of the fields whose errors are shown: the order of that says nothing. */
function valuesOf({ values }: Page): Page['values'] {
  const { shown: _shown, ...answers } = values;
  return answers;
}

describe.each(Object.keys(LANGUAGES) as Language[])('in %s', (language) => {
  const server = useServer();
  const explainer = new Explainer(language);
  let strange: string[] = [];

  function lookAt(page: Page, typed: ReadonlySet<string>): void {
    if (!page.html.startsWith('<!DOCTYPE html>')) return;
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

  /** The selector shows the same page with the same answers and the same errors, there and back. */
  async function switchAndBack(browser: BrowserIn): Promise<void> {
    const { page, onPage } = browser;
    expect(page.errors, page.describe()).not.toEqual([]);
    browser.onPage = () => undefined;
    const there = await browser.press(LANGUAGES.en);
    expect([there.$('html').attr('lang'), there.path]).toEqual(['en', page.path]);
    expect(errorsOf(there), page.describe()).toHaveLength(errorsOf(page).length);
    expect(valuesOf(there), page.describe()).toEqual(valuesOf(page));
    browser.onPage = onPage;
    const back = await browser.press(LANGUAGES[language]);
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
    for (const page of faultPagesIn(language)) lookAt(page, new Set(NAMES));
    expect([...new Set(strange)]).toEqual([]);
  });

  // Runs last: a walk that stops coming to its screens would find nothing strange there.
  it('these were most of the texts there are, the store links but in Spanish', () => {
    const { seen } = explainer;
    const all = [...textsOf(language).keys()].filter((key) => !key.startsWith('backend:'));
    const unseen = all.filter((key) => !seen.has(key));
    expect(unseen.length / all.length, unseen.join(' ')).toBeLessThan(0.2);
    expect(seen.has('parent:receipt.googlePlay')).toBe(language !== 'es');
    expect([...seen].filter((key) => key.startsWith('backend:mail.')).length).toBeGreaterThan(20);
  });
});
