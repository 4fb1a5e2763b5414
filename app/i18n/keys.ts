/** The path of every text in a catalogue, such as `common.steps.label`. */
export type PathOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Key : `${Key}.${PathOf<Texts[Key]>}`;
}[keyof Texts & string];

/** What of a language decides which texts its catalogue may and must hold: see the table of languages. */
interface Rules {
  fallback: string | null;
  plurals: readonly Intl.LDMLPluralRule[];
}

/** A text that counts has the name of a plural form for an ending, such as `kept_one`. */
type Counted<Path extends string> = `${Path}_${Intl.LDMLPluralRule}`;

/** The paths of the texts that count, without their endings. */
export type CountedPath<Path extends string> = Path extends Counted<infer Base> ? Base : never;

/** The paths of the texts that do not count. */
export type PlainPath<Path extends string> = Path extends Counted<string> ? never : Path;

/** The paths of English texts in another language: the same, but each plural in the language's own forms. */
type PathIn<Of extends Rules, Path extends string> = PlainPath<Path> | `${CountedPath<Path>}_${Of['plurals'][number]}`;

/** The paths that a language without a fallback lacks. */
export type MissingPath<Of extends Rules, English, Translation> = Of['fallback'] extends null
  ? Exclude<PathIn<Of, PathOf<English>>, PathOf<Translation>>
  : never;

/** The paths that a language has and does not need: English has no such text, or the language no such plural form. */
export type UnknownPath<Of extends Rules, English, Translation> = Exclude<
  PathOf<Translation>,
  PathIn<Of, PathOf<English>>
>;

/** Everything that is wrong with the texts of the languages, a sentence each, by language. */
export type CatalogueFaults<
  Languages extends Readonly<Record<string, Rules>>,
  English,
  Translations extends Record<keyof Languages, unknown>,
> = {
  [Tag in keyof Languages & string]:
    | `${Tag} lacks ${MissingPath<Languages[Tag], English, Translations[Tag]>}`
    | `${Tag} has no use for ${UnknownPath<Languages[Tag], English, Translations[Tag]>}`;
};

/** Compiles only where nothing is wrong; the compiler's error says what is. */
export type None<Faults extends never> = Faults;
