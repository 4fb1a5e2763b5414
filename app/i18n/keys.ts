/** The path of every text in a catalogue, such as `common.steps.label`. */
export type PathOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Key : `${Key}.${PathOf<Texts[Key]>}`;
}[keyof Texts & string];

/** The properties of a language that decide which texts its catalogue may and must contain: see the table of languages. */
interface Rules {
  fallback: string | null;
  plurals: readonly Intl.LDMLPluralRule[];
}

/** The name of a text with a count ends in a plural form, such as `count_one`. */
type Counted<Path extends string> = `${Path}_${Intl.LDMLPluralRule}`;

/** The paths of the texts with a count, without their endings. */
export type CountedPath<Path extends string> = Path extends Counted<infer Base> ? Base : never;

/** The paths of the texts without a count. */
export type PlainPath<Path extends string> = Path extends Counted<string> ? never : Path;

/** The paths of the English texts in another language: the same, but each plural in that language's own forms. */
type PathIn<Of extends Rules, Path extends string> = PlainPath<Path> | `${CountedPath<Path>}_${Of['plurals'][number]}`;

/** The paths that a language without a fallback is missing. */
export type MissingPath<Of extends Rules, English, Translation> = Of['fallback'] extends null
  ? Exclude<PathIn<Of, PathOf<English>>, PathOf<Translation>>
  : never;

/** The paths that a language has but does not need: English has no such text, or the language has no such plural form. */
export type UnknownPath<Of extends Rules, English, Translation> = Exclude<
  PathOf<Translation>,
  PathIn<Of, PathOf<English>>
>;

/** Every fault in the catalogues, as a sentence, by language. */
export type CatalogueFaults<
  Languages extends Readonly<Record<string, Rules>>,
  English,
  Translations extends Record<keyof Languages, unknown>,
> = {
  [Tag in keyof Languages & string]:
    | `${Tag} lacks ${MissingPath<Languages[Tag], English, Translations[Tag]>}`
    | `${Tag} has no use for ${UnknownPath<Languages[Tag], English, Translations[Tag]>}`;
};

/** Compiles only without faults; the compiler's error names them. */
export type None<Faults extends never> = Faults;
