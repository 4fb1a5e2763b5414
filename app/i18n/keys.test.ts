import { expectTypeOf, test } from 'vitest';
import type { CatalogueFaults, CountedPath, MissingPath, None, PathOf, PlainPath, UnknownPath } from './keys';

/** Type tests, checked by `npm run typecheck`: an `@ts-expect-error` is an error if the next line compiles. */
interface English {
  title: string;
  step: { label: string; left_to_do_one: string; left_to_do_other: string };
}

/** A foreign language with plural forms that English lacks. */
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

test('finds the paths of all texts, at any depth', () => {
  expectTypeOf<PathOf<English>>().toEqualTypeOf<
    'title' | 'step.label' | 'step.left_to_do_one' | 'step.left_to_do_other'
  >();
});

test('detects a counted text only by its suffix', () => {
  expectTypeOf<CountedPath<PathOf<English>>>().toEqualTypeOf<'step.left_to_do'>();
  expectTypeOf<PlainPath<PathOf<English> | 'one' | 'another_one_error'>>().toEqualTypeOf<
    'title' | 'step.label' | 'one' | 'another_one_error'
  >();
});

test('accepts a complete catalogue with its own plural forms', () => {
  expectTypeOf<None<FaultsOfPolish<Polish>>>().toBeNever();
});

test('names a missing text in the error', () => {
  interface Lacking {
    step: Omit<PolishSteps, 'label'>;
  }
  expectTypeOf<FaultsOfPolish<Lacking>>().toEqualTypeOf<'pl lacks title' | 'pl lacks step.label'>();
  // @ts-expect-error -- something is missing
  expectTypeOf<None<FaultsOfPolish<Lacking>>>();
});

test('reports every missing text of a catalogue with one text', () => {
  expectTypeOf<MissingPath<PolishRules, English, { title: string }>>().toEqualTypeOf<
    'step.label' | 'step.left_to_do_one' | 'step.left_to_do_few' | 'step.left_to_do_many' | 'step.left_to_do_other'
  >();
});

test('names a text that English lacks in the error', () => {
  // cspell:ignore lable titel
  type Excessive = Polish & { step: { lable: string }; subtitle: string };
  expectTypeOf<FaultsOfPolish<Excessive>>().toEqualTypeOf<
    'pl has no use for subtitle' | 'pl has no use for step.lable'
  >();
  // @ts-expect-error -- something is unknown
  expectTypeOf<None<FaultsOfPolish<Excessive>>>();
});

test('names a missing and an unknown plural form in the error', () => {
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

test('requires both plural forms of English', () => {
  interface Half {
    left_one: string;
  }
  expectTypeOf<MissingPath<EnglishRules, Half, Half>>().toEqualTypeOf<'left_other'>();
});

test('lets a language with a fallback omit texts, but add none', () => {
  expectTypeOf<None<FaultsOfBritish<{ step: { label: string } }>>>().toBeNever();
  type Wrong = FaultsOfBritish<{ step: { left_to_do_many: string }; titel: string }>;
  expectTypeOf<Wrong>().toEqualTypeOf<'en-GB has no use for titel' | 'en-GB has no use for step.left_to_do_many'>();
  // @ts-expect-error -- something is unknown
  expectTypeOf<None<Wrong>>();
});

test('rejects a text for a group, and a group for a text', () => {
  interface Misplaced {
    title: { short: string };
    step: string;
  }
  expectTypeOf<UnknownPath<PolishRules, English, Misplaced>>().toEqualTypeOf<'title.short' | 'step'>();
  expectTypeOf<'title'>().toExtend<MissingPath<PolishRules, English, Misplaced>>();
});
