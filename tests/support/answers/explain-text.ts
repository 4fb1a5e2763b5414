import type { ListItem } from '~/domain/list-item';
import { LANGUAGES } from '~/domain/languages';
import type { Language } from '~/i18n/languages';
import { formatKept } from '~/i18n/format-wait';
import { regionsFor } from '~/i18n/regions';
import { callingCodesFor } from '~/reference/calling-codes';
import { countriesFor } from '~/reference/countries';
import { timezoneName, timezonesOf } from '~/reference/timezones';
import { textsOf } from './catalogue';

/** Countries whose time zones the walks reach. */
const WALKED_COUNTRIES = ['US', 'CA', 'GB', 'MX', 'HK'];

const DEMO_NAMES = [
  'Evenkeel',
  'ToneMeter',
  'localhost:0',
  'Evenkeel, Inc.',
  '100 Sample Street, Springfield, MN 56087, United States',
];

/** Explains where a page's text comes from. Unexplained texts are in the wrong language, in no catalogue, or a key. */
export class Explainer {
  /** The keys whose texts were found. */
  readonly seen = new Set<string>();
  readonly #plain = new Map<string, string[]>();
  readonly #patterns: { key: string; pattern: RegExp }[] = [];
  readonly #names: Set<string>;
  readonly #date: RegExp;

  constructor(language: Language) {
    for (const [key, text] of textsOf(language)) {
      const line = text.replace(/\s+/g, ' ').trim();
      // Placeholders alone would explain everything.
      if (/^(?:\{\{[^}]*\}\}\s*)+$/.test(line)) this.seen.add(key);
      else if (line.includes('{{')) this.#patterns.push({ key, pattern: patternOf(line) });
      else this.#plain.set(line, [...(this.#plain.get(line) ?? []), key]);
    }
    // The most literal patterns are tried first; a title's is almost all placeholder.
    this.#patterns.sort((a, b) => b.pattern.source.length - a.pattern.source.length);
    this.#names = namesIn(language);
    this.#date = dateIn(language);
  }

  /** @param typed what the visitor typed, and other data such as names */
  explains(text: string, typed: ReadonlySet<string>): boolean {
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

  /** A text that ends where a name or a list follows, such as "Please choose:". */
  #beginsAsKnown(text: string, typed: ReadonlySet<string>): boolean {
    for (const [known, keys] of this.#plain) {
      if (known.length < 8 || !text.startsWith(`${known} `) || !this.explains(text.slice(known.length + 1), typed))
        continue;
      for (const key of keys) this.seen.add(key);
      return true;
    }
    return false;
  }

  /** Several texts on one line: label and value, parts of an address, a bracketed note, words of a name, sentences. */
  private isMadeOf(text: string, typed: ReadonlySet<string>): boolean {
    const bracketed = /^\((.+)\)$/.exec(text)?.[1];
    if (bracketed !== undefined) return this.explains(bracketed, typed);
    const [, named, note] = /^(.+) \((.+)\)$/.exec(text) ?? [];
    if (named && note && this.explains(named, typed) && this.explains(note, typed)) return true;
    const sentences = text.split(/(?<=[.]) /);
    if (sentences.length > 1) return sentences.every((sentence) => this.explains(sentence, typed));
    if (text.endsWith('.') && this.explains(text.slice(0, -1), typed)) return true;
    if (this.#beginsAsKnown(text, typed)) return true;
    const [, label, value] = /^(.+): (.+)$/.exec(text) ?? [];
    if (label && value && this.explains(label, typed) && this.explains(value, typed)) return true;
    const pieces = text.split(/, |: /);
    if (pieces.length > 1) return pieces.every((piece) => this.explains(piece, typed));
    const words = text.split(' ');
    return words.length > 1 && words.every((word) => isData(word, typed) || this.#plain.has(word));
  }
}

/** Placeholder values are explained in turn. */
function patternOf(text: string): RegExp {
  return new RegExp(`^${escapePattern(text).replace(/\{\{.*?\}\}/g, '(.+)')}$`, 'u');
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
}

/** Names from `Intl` and postal data, and the languages' own names. */
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
    ...[...new Set(zones)].map((zone) => timezoneName(zone, language)),
    ...Object.values(LANGUAGES).map(({ name }) => name),
    ...hours.map((hour) => formatKept(hour * 3600, language)),
    ...DEMO_NAMES,
  ]);
}

/** A date with or without a time: month names, the words between, and the halves of a day. */
function dateIn(language: Language): RegExp {
  const format = new Intl.DateTimeFormat(LANGUAGES[language].locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const parts = Array.from({ length: 12 }, (_none, month) => [0, 12].map((hour) => Date.UTC(2026, month, 1, hour)))
    .flat()
    .flatMap((time) => format.formatToParts(time));
  const words = parts.map(({ value }) => value.replace(/\s+/g, ' ').trim()).filter((value) => /\p{L}/u.test(value));
  const word = [...new Set([...words, 'GMT'])].map(escapePattern).join('|');
  return new RegExp(`^(?:${word}|[\\d\\s,:()])+$`, 'u');
}

/** Numbers, amounts, e-mails, URLs, ids, order numbers, and typed values. */
function isData(text: string, typed: ReadonlySet<string>): boolean {
  return (
    typed.has(text) ||
    !/\p{L}/u.test(text) ||
    /^(?:\S+@\S+\.\w+|https?:\S+|\/\S+|[\da-f-]{8,}|[\dA-Z]{3}(?:-[\dA-Z]{3}){2})$/.test(text)
  );
}
