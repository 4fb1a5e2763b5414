import { expectTypeOf, test } from 'vitest';
import type { MissingPath, None, PathOf, UnknownPath } from './keys';

/** `npm run typecheck` is what fails here: each `@ts-expect-error` is itself an error where the line below it compiles. */
interface English {
  title: string;
  step: { label: string; left_to_do_one: string; left_to_do_other: string };
}
interface Spanish {
  title: string;
  step: { label: string; left_to_do_one: string; left_to_do_many: string; left_to_do_other: string };
}
type Lacking = { step: Omit<Spanish['step'], 'label' | 'left_to_do_many'> };
type Excessive = Spanish & { step: { lable: string }; subtitle: string };

test('paths lead to every text, at any depth', () => {
  expectTypeOf<PathOf<English>>().toEqualTypeOf<
    'title' | 'step.label' | 'step.left_to_do_one' | 'step.left_to_do_other'
  >();
});

test('a whole translation with its own plural forms compiles', () => {
  expectTypeOf<None<MissingPath<'es', English, Spanish>>>().toBeNever();
  expectTypeOf<None<UnknownPath<'es', English, Spanish>>>().toBeNever();
});

test('a missing text, group or plural form is an error that names it', () => {
  type Missing = MissingPath<'es', English, Lacking>;
  expectTypeOf<Missing>().toEqualTypeOf<'title' | 'step.label' | 'step.left_to_do_many'>();
  // @ts-expect-error -- something is missing
  expectTypeOf<None<Missing>>();
  expectTypeOf<MissingPath<'es', English, { title: string }>>().toEqualTypeOf<
    'step.label' | 'step.left_to_do_one' | 'step.left_to_do_many' | 'step.left_to_do_other'
  >();
});

test('a text that English does not have is an error that names it', () => {
  type Unknown = UnknownPath<'es', English, Excessive>;
  expectTypeOf<Unknown>().toEqualTypeOf<'subtitle' | 'step.lable'>();
  // @ts-expect-error -- something is unknown
  expectTypeOf<None<Unknown>>();
});

test('British English may leave out what is the same, and nothing else', () => {
  expectTypeOf<None<UnknownPath<'en-GB', English, { step: { label: string } }>>>().toBeNever();
  expectTypeOf<UnknownPath<'en-GB', English, { step: { left_to_do_many: string }; titel: string }>>().toEqualTypeOf<
    'titel' | 'step.left_to_do_many'
  >();
  // @ts-expect-error -- something is unknown
  expectTypeOf<None<UnknownPath<'en-GB', English, { titel: string }>>>();
});

test('a text where English has a group, and a group where English has a text, are both errors', () => {
  interface Bent {
    title: { short: string };
    step: string;
  }
  expectTypeOf<UnknownPath<'es', English, Bent>>().toEqualTypeOf<'title.short' | 'step'>();
  expectTypeOf<'title'>().toExtend<MissingPath<'es', English, Bent>>();
});
