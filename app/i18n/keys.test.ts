import { expectTypeOf, test } from 'vitest';
import type { CatalogueFaults, CountedPath, MissingPath, None, PathOf, PlainPath, UnknownPath } from './keys';

/** Type tests, checked by `npm run typecheck`: an `@ts-expect-error` is itself an error where the line below it compiles. */
interface English {
  title: string;
  step: { label: string; left_to_do_one: string; left_to_do_other: string };
}

/** A language that is not ours, with plural forms that English lacks. */
interface PolishRules {
  fallback: null;
  plurals: readonly ['one', 'few', 'many', 'other'];
}
interface PolishSteps {
  label: string;
  left_to_do_one: string;
  left_to_do_few: string;
  left_to_do_many: string;
  left_to_do_other: string;
}
interface Polish {
  title: string;
  step: PolishSteps;
}

interface EnglishRules {
  fallback: null;
  plurals: readonly ['one', 'other'];
}

interface BritishRules {
  fallback: 'en';
  plurals: readonly ['one', 'other'];
}

type FaultsOfPolish<Texts> = CatalogueFaults<{ pl: PolishRules }, English, { pl: Texts }>['pl'];
type FaultsOfBritish<Texts> = CatalogueFaults<{ 'en-GB': BritishRules }, English, { 'en-GB': Texts }>['en-GB'];

test('paths lead to every text, at any depth', () => {
  expectTypeOf<PathOf<English>>().toEqualTypeOf<
    'title' | 'step.label' | 'step.left_to_do_one' | 'step.left_to_do_other'
  >();
});

test('a text that counts is known by its ending alone', () => {
  expectTypeOf<CountedPath<PathOf<English>>>().toEqualTypeOf<'step.left_to_do'>();
  expectTypeOf<PlainPath<PathOf<English> | 'one' | 'another_one_error'>>().toEqualTypeOf<
    'title' | 'step.label' | 'one' | 'another_one_error'
  >();
});

test('a whole catalogue with its own plural forms compiles', () => {
  expectTypeOf<None<FaultsOfPolish<Polish>>>().toBeNever();
});

test('a missing text is an error that names it', () => {
  interface Lacking {
    step: Omit<PolishSteps, 'label'>;
  }
  expectTypeOf<FaultsOfPolish<Lacking>>().toEqualTypeOf<'pl lacks title' | 'pl lacks step.label'>();
  // @ts-expect-error -- something is missing
  expectTypeOf<None<FaultsOfPolish<Lacking>>>();
});

test('a catalogue of one text lacks every other', () => {
  expectTypeOf<MissingPath<PolishRules, English, { title: string }>>().toEqualTypeOf<
    'step.label' | 'step.left_to_do_one' | 'step.left_to_do_few' | 'step.left_to_do_many' | 'step.left_to_do_other'
  >();
});

test('a text that English does not have is an error that names it', () => {
  type Excessive = Polish & { step: { lable: string }; subtitle: string };
  expectTypeOf<FaultsOfPolish<Excessive>>().toEqualTypeOf<
    'pl has no use for subtitle' | 'pl has no use for step.lable'
  >();
  // @ts-expect-error -- something is unknown
  expectTypeOf<None<FaultsOfPolish<Excessive>>>();
});

test('a missing plural form, and one that the language does not have, are errors that name it', () => {
  interface Lacking {
    title: string;
    step: Omit<PolishSteps, 'left_to_do_few'> & { left_to_do_two: string };
  }
  expectTypeOf<FaultsOfPolish<Lacking>>().toEqualTypeOf<
    'pl lacks step.left_to_do_few' | 'pl has no use for step.left_to_do_two'
  >();
  // @ts-expect-error -- a form is missing
  expectTypeOf<None<FaultsOfPolish<Lacking>>>();
});

test('English itself must have both of its plural forms', () => {
  interface Half {
    left_one: string;
  }
  expectTypeOf<MissingPath<EnglishRules, Half, Half>>().toEqualTypeOf<'left_other'>();
});

test('a language with a fallback may leave out what is the same, and nothing else', () => {
  expectTypeOf<None<FaultsOfBritish<{ step: { label: string } }>>>().toBeNever();
  type Wrong = FaultsOfBritish<{ step: { left_to_do_many: string }; titel: string }>;
  expectTypeOf<Wrong>().toEqualTypeOf<'en-GB has no use for titel' | 'en-GB has no use for step.left_to_do_many'>();
  // @ts-expect-error -- something is unknown
  expectTypeOf<None<Wrong>>();
});

test('a text where English has a group, and a group where English has a text, are both errors', () => {
  interface Bent {
    title: { short: string };
    step: string;
  }
  expectTypeOf<UnknownPath<PolishRules, English, Bent>>().toEqualTypeOf<'title.short' | 'step'>();
  expectTypeOf<'title'>().toExtend<MissingPath<PolishRules, English, Bent>>();
});
