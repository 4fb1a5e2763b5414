import type { Language } from './languages';

/** The endings of a key that counts, such as `kept_one` (Unicode CLDR, "Language Plural Rules"). */
interface PluralForms extends Record<Language, string> {
  en: 'one' | 'other';
  es: 'one' | 'many' | 'other';
  'en-GB': 'one' | 'other';
}

/** The path of every text in a catalogue, such as `common.steps.label`. */
export type PathOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Key : `${Key}.${PathOf<Texts[Key]>}`;
}[keyof Texts & string];

/** The paths of English texts in another language: the same, but each plural in the language's own forms. */
type PathIn<L extends Language, Path extends string> = Path extends `${infer Counted}_${PluralForms['en']}`
  ? `${Counted}_${PluralForms[L]}`
  : Path;

/** The paths that English has and the translation lacks. */
export type MissingPath<L extends Language, English, Translation> = Exclude<
  PathIn<L, PathOf<English>>,
  PathOf<Translation>
>;

/** The paths that the translation has and English does not. */
export type UnknownPath<L extends Language, English, Translation> = Exclude<
  PathOf<Translation>,
  PathIn<L, PathOf<English>>
>;

/** Compiles only where there are no such paths; the compiler's error names them. */
export type None<Paths extends never> = Paths;
