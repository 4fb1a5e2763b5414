import type { Submission } from '@conform-to/react';
import { parseWithZod, unstable_coerceFormValue } from '@conform-to/zod/v4';
import { z } from 'zod';
import { keysOf } from '~/domain/keys-of';
import type { TextKey } from '~/i18n/translator';
import type { FaultText, Field, Fields, Posted, Refuse, Values } from './field';

type Answers<Of extends Fields> = {
  [Name in keyof Of]: Of[Name] extends Field<infer Answer> ? Answer : never;
};
type OptionalName<All> = { [Name in keyof All]: undefined extends All[Name] ? Name : never }[keyof All];

/** The accepted answers of a section's form. */
export type AnswersOf<Of extends Fields> = Omit<Answers<Of>, OptionalName<Answers<Of>>> & {
  [Name in OptionalName<Answers<Of>>]?: Answers<Of>[Name];
};

type WireName<Of extends Fields, Name extends keyof Of> = Of[Name] extends { wire: infer Wire }
  ? Wire extends string
    ? Wire
    : never
  : Name;
type InBody<Answer> = Answer extends readonly (infer Row)[]
  ? Row extends object
    ? { [Name in keyof Row]-?: InBody<Row[Name]> }[]
    : Answer
  : undefined extends Answer
    ? Exclude<Answer, undefined> | null
    : Answer;

/** The answers as a body of the contract: an omitted field is null. */
export type BodyOf<Of extends Fields> = {
  [Name in keyof Of as WireName<Of, Name>]: InBody<Answers<Of>[Name]>;
};

type BodyShape<Body> = {
  [Name in keyof Body]: null extends Body[Name] ? z.ZodDefault<z.ZodType<Body[Name]>> : z.ZodType<Body[Name]>;
};

type UpdateShape<Body> = {
  [Name in keyof Body]: null extends Body[Name] ? z.ZodOptional<z.ZodType<Body[Name]>> : z.ZodType<Body[Name]>;
};

/** A problem in a request, with the field's path in the body. */
export interface Fault {
  field: string;
  text: FaultText;
}

interface SectionOptions<Of extends Fields, Given, Accepted> {
  /**
   * Rules over several fields. They also run if single fields have errors, so any answer may be missing.
   *
   * @param given the visitor's data that the form's rules need; undefined when the embedded backend checks
   */
  rules?(form: Partial<AnswersOf<Of>>, refuse: Refuse, given?: Given): void;
  /** Turns valid answers into the accepted ones. */
  finish?(answers: AnswersOf<Of>, given: Given): Accepted;
  /** Drops answers that do not fit the rest of a posted form. @returns the same form if nothing changes */
  fit?(posted: FormData): FormData;
}

interface Section<Of extends Fields, Given, Accepted> extends Form {
  fields: Of;
  names: readonly (keyof Of & string)[];
  /** Returns the schema for `parsePosted`. Its fields are prepared once. */
  schemaFor(given: Given): z.ZodType<Accepted>;
  /** The rules over several fields, for a form that includes this section. */
  check(form: Partial<AnswersOf<Of>>, refuse: Refuse): void;
  /** The problems of a part of a request, for the embedded backend's second check. @param path the part's path in the body */
  faults(path: string, part: object): Fault[];
  /** Its part of the contract's request bodies. */
  body: z.ZodObject<BodyShape<BodyOf<Of>>>;
  /** The same for an update of stored answers, where an omitted optional field keeps its value. */
  update: z.ZodObject<UpdateShape<BodyOf<Of>>>;
  toBody(answers: AnswersOf<Of>): BodyOf<Of>;
  /** Converts the backend's data to answers that fill the form. Omits unknown answers. */
  fromBody(part: { [Name in keyof BodyOf<Of>]?: BodyOf<Of>[Name] | null }): Partial<AnswersOf<Of>>;
  samples: { right: Readonly<Record<keyof Of & string, Posted>>; wrong: Readonly<Record<string, string>> };
}

/** The common interface of all forms. */
export interface Form {
  fields: Fields;
  names: readonly string[];
  /** Each control by its name in a posted form. The controls of a list have the names of its first row. */
  controls: Readonly<Record<string, Field>>;
  /** Names of the fields without which a form is always rejected. */
  required: readonly string[];
  /** Names of the fields that are never sent back. */
  secrets: readonly string[];
  /** Drops answers that do not fit the rest of a posted form, such as a region of the previous country. */
  fit(posted: FormData): FormData;
  /** Also interprets the text by its controls. Only for a form whose errors are shown, because the visitor may have to check the result. */
  clean(posted: FormData): FormData;
  /** The input of the tests, by control. */
  samples: { right: Readonly<Record<string, Posted>>; wrong: Readonly<Record<string, string>> };
}

/** A section whose rules do not depend on the visitor. */
interface PlainSection<Of extends Fields, Accepted> extends Section<Of, void, Accepted> {
  schema: z.ZodType<Accepted>;
}

/** A part of a sign-up whose answers are entered, sent and stored together. */
export function section<const Of extends Fields, Accepted = AnswersOf<Of>>(
  fields: Of,
  options?: SectionOptions<Of, void, Accepted>,
): PlainSection<Of, Accepted>;
export function section<const Of extends Fields, Given, Accepted = AnswersOf<Of>>(
  fields: Of,
  options: SectionOptions<Of, Given, Accepted>,
): Section<Of, Given, Accepted>;
export function section(
  fields: Fields,
  { rules, finish, fit = asPosted }: SectionOptions<Fields, unknown, unknown> = {},
): Form {
  const hooks = Object.values(fields).map((field) => field.hooks);
  // Conform prepares each new schema, which takes eight times as long as parsing the form.
  const prepared: z.ZodType = unstable_coerceFormValue(
    z.object(Object.assign(shapeOf(fields, 'schema'), ...hooks.map(({ added }) => added))),
  );
  const check = (form: Values, refuse: Refuse, given: unknown) => {
    for (const hook of hooks) hook.check?.(form, refuse);
    rules?.(form, refuse, given);
  };
  const finishAll = (form: Values, given: unknown) => {
    const answers = hooks.reduce((known, hook) => hook.finish?.(known) ?? known, form);
    return finish ? finish(answers, given) : answers;
  };
  let given: unknown;
  // Zod compiles each new object schema when it first parses, so all visitors share this one. Parsing is synchronous.
  const shared = (prepared as z.ZodType<Values>)
    .superRefine(
      (form, context) =>
        check(
          form,
          (field, { error, isMissing }) => {
            const message = isMissing ? fields[field]?.missing : error;
            if (message) context.addIssue({ code: 'custom', path: pathOf(field), message });
          },
          given,
        ),
      DESPITE_FIELD_ERRORS,
    )
    .transform((form) => finishAll(form, given));
  const schemaFor = (about: unknown) =>
    z.preprocess((form) => {
      given = about;
      return form;
    }, shared);
  const controls = controlsOf(fields);
  const bodyShape = shapeOf(fields, 'body');
  const made = {
    fields,
    names: keysOf(fields),
    controls,
    required: keysOf(fields).filter((name) => fields[name]?.isRequired),
    secrets: keysOf(fields).filter((name) => fields[name]?.isSecret),
    schema: schemaFor(undefined),
    schemaFor,
    check: (form: Values, refuse: Refuse) => rules?.(form, refuse, undefined),
    fit,
    clean: (form: FormData) => hooks.reduce((known, hook) => hook.clean?.(known) ?? known, fit(form)),
    faults(path: string, part: Values): Fault[] {
      const answers = answersIn(fields, part);
      const found = faultsIn(fields, answers, path);
      const at = placeOf(fields, path);
      check(answers, (field, { fault }) => fault && found.push({ field: at(field), text: fault }), undefined);
      return found;
    },
    body: z.object(bodyShape),
    update: z.object(
      Object.fromEntries(
        Object.entries(bodyShape).map(([name, type]) => [
          name,
          type instanceof z.ZodDefault ? z.optional(type.unwrap()) : type,
        ]),
      ),
    ),
    toBody: (answers: Values) => bodyOf(fields, answers),
    fromBody: (part: Values) => answersIn(fields, part),
    samples: {
      right: Object.fromEntries(Object.entries(controls).map(([name, { sample }]) => [name, sample.right])),
      wrong: Object.fromEntries(
        Object.entries(controls).flatMap(([name, { sample }]) =>
          sample.wrong === undefined ? [] : [[name, sample.wrong]],
        ),
      ),
    },
  };
  return made;
}

function asPosted(form: FormData): FormData {
  return form;
}

/** A list of rows with the same fields. At least one row, and no blank ones. */
export function rows<const Of extends Fields>(label: TextKey, row: Of, missing: TextKey): Field<AnswersOf<Of>[]> {
  const list: Field = {
    label,
    missing,
    control: { kind: 'rows' },
    autoComplete: 'off',
    isOptional: false,
    isRequired: true,
    isSecret: false,
    isBeside: false,
    rules: [],
    sample: { right: '' },
    schema: z.array(z.object(shapeOf(row, 'schema'), missing), missing).min(1, missing),
    body: z.array(z.object(shapeOf(row, 'body'))),
    hooks: {},
    row,
  };
  return list as Field<AnswersOf<Of>[]>;
}

/**
 * Runs a rule over several fields even if a single field is invalid, so that all errors show at once. Skips the rule if a forged form
 * contains a value that is not text, so each rule receives text or undefined.
 */
const DESPITE_FIELD_ERRORS: z.core.$ZodSuperRefineParams = {
  when: ({ issues }) => !issues.some(({ code, input }) => code === 'invalid_type' && input !== undefined),
};

/** @param schema of a section. Already prepared, so Conform does not change it */
export function parsePosted<Output>(form: FormData, schema: z.ZodType<Output>): Submission<Output> {
  return parseWithZod(form, { schema, disableAutoCoercion: true }) as Submission<Output>;
}

function shapeOf(fields: Fields, of: 'schema' | 'body'): Record<string, z.ZodType> {
  const isOf = (field: Field) => of === 'schema' || field.wire !== false;
  const nameOf = (name: string, field: Field) => (of === 'schema' ? name : wireOf(name, field));
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (isOf(field) ? [[nameOf(name, field), field[of]]] : [])),
  );
}

function wireOf(name: string, { wire }: Pick<Field, 'wire'>): string {
  return wire || name;
}

function bodyOf(fields: Fields, answers: Values): Values {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const { row } = field;
      const answer = answers[name] ?? null;
      if (field.wire === false) return [];
      return [[wireOf(name, field), row ? (answer as Values[]).map((each) => bodyOf(row, each)) : answer]];
    }),
  );
}

function answersIn(fields: Fields, part: Values): Values {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const { row } = field;
      const known = field.wire === false ? undefined : part[wireOf(name, field)];
      if (known === undefined || known === null) return [];
      return [[name, row ? (known as Values[]).map((each) => answersIn(row, each)) : known]];
    }),
  );
}

/** Skips missing answers, because the contract's schema decides whether an answer is required. */
function faultsIn(fields: Fields, answers: Values, path: string): Fault[] {
  const at = placeOf(fields, path);
  return Object.entries(fields).flatMap(([name, { rules, row }]): Fault[] => {
    const answer = answers[name];
    if (row && Array.isArray(answer))
      return answer.flatMap((each: Values, index) => faultsIn(row, each, `${at(name)}[${index}]`));
    if (typeof answer !== 'string') return [];
    return rules.flatMap(({ holds, fault }) => (fault && !holds(answer) ? [{ field: at(name), text: fault }] : []));
  });
}

/** The path of a field in a request. */
function placeOf(fields: Fields, path: string): (field: string) => string {
  return (field) => [...(path === '' ? [] : [path]), wireOf(field, fields[field] ?? {})].join('.');
}

function controlsOf(fields: Fields): Record<string, Field> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.row
        ? Object.entries(field.row).map(([inner, one]) => [`${name}[0].${inner}`, one] as const)
        : [[name, field] as const],
    ),
  );
}

/** `children[0].email` as a Zod path. */
function pathOf(field: string): (string | number)[] {
  return field
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
