import { z } from 'zod';
import { isEmail } from '~/domain/email';
import { LENGTHS, type LengthLimit } from '~/domain/limits';
import { cleanPhone, hasOtherCode, isNationalNumber, isPhone, nationalDigits } from '~/domain/phone';
import { cleanLine, fitsLength, hasEmoji } from '~/domain/typed-text';
import type { TextKey } from '~/i18n/translator';
import { isCallingCode } from '~/reference/calling-codes';
import { followTypedCode, READ_AS, type CodeField } from './typed-phone';

/**
 * One row defines a field: its schema, type, control, label, autofill token, samples for tests, and the embedded
 * backend's second check. `section` combines rows.
 */

/** The specified text for a missing name. Every other field has a text that says what to enter (`Field.missing`). */
export const REQUIRED = 'errors:required';

/** Whether a text only says that its field is empty. */
export function isMissingText(text: string | undefined): boolean {
  return text === REQUIRED || text?.endsWith('Missing') === true;
}

/** The name of a text of the embedded backend's validation. */
export type FaultText = TextKey extends infer Key
  ? Key extends `backend:validation.${infer Text}`
    ? Text
    : never
  : never;

/** The form shows `error`, the embedded backend returns `fault`. Without one of them, that side ignores the problem. */
interface Texts {
  error?: TextKey;
  fault?: FaultText;
}

/** A problem found by a rule over several fields. */
export interface Problem extends Texts {
  /** The form shows the field's `missing`. */
  isMissing?: true;
}

/** A rule for one field. The form only checks filled fields. */
export interface Rule extends Texts {
  holds(text: string): boolean;
}

/** The appearance of a field. */
export interface Control {
  kind: 'input' | 'select' | 'calling codes' | 'countries' | 'checkbox' | 'radios' | 'checkboxes' | 'rows';
  type?: 'email' | 'password';
  inputMode?: 'tel' | 'numeric';
  spellCheck?: false;
  enterKeyHint?: 'go';
  autoCapitalize?: 'none' | 'words';
  /** Apple's Password Rules, which generate a password that this field accepts. */
  passwordRules?: string;
  maxLength?: number;
}

/** The values that tests post. */
export type Posted = string | string[];

interface Sample {
  /** Empty for a field that stays empty. */
  right: Posted;
  /** A value that only this field rejects. Omit it if the field accepts any text. */
  wrong?: string;
}

export interface Field<Answer = unknown> {
  label: TextKey;
  /** Shown if the field is required and empty. The text says what to do, so it names the field. */
  missing: TextKey;
  hint?: TextKey;
  control: Control;
  /** `autocomplete` (HTML Standard, "Autofill"). */
  autoComplete: string;
  isOptional: boolean;
  /** A form without this field is always rejected. */
  isRequired: boolean;
  /** Never kept as a draft and never sent back to a page. */
  isSecret: boolean;
  /** Rendered beside the next field. */
  isBeside: boolean;
  /** Its name in the contract, if different; false if it is not sent to the backend. */
  wire?: string | false;
  rules: readonly Rule[];
  sample: Sample;
  schema: z.ZodType<Answer>;
  /** Type of the value in the contract's bodies. */
  body: z.ZodType;
  hooks: Hooks;
  /** The fields of each row of a list. */
  row?: Fields;
}

export type Fields = Readonly<Record<string, Field>>;

export type Values = Record<string, unknown>;
export type Refuse<Name extends string = string> = (field: Name, problem: Problem) => void;

/** A control's effects on the whole form. */
interface Hooks {
  /** Interprets the posted form before parsing. @returns the same form if nothing changes */
  clean?(posted: FormData): FormData;
  /** Fields that `clean` adds. */
  added?: Record<string, z.ZodType>;
  check?(form: Values, refuse: Refuse): void;
  /** Changes accepted answers. */
  finish?(answers: Values): Values;
}

/** The properties of a row. */
export type Facts = NameFacts & ({ missing: TextKey } | { isOptional: true; missing?: TextKey });

interface NameFacts {
  autoComplete: string;
  right: string;
  wrong?: string;
  hint?: TextKey;
  wire?: string | false;
  isOptional?: true;
  isBeside?: true;
  /** The last text of its form. */
  isLast?: true;
}

type AnswerOf<More> = More extends { isOptional: true } ? string | undefined : string;
export type WireOf<More> = More extends { wire: infer Wire extends string | false } ? { wire: Wire } : unknown;
type TextField<More> = Field<AnswerOf<More>> & WireOf<More>;

interface Reading {
  clean?(text: string): string;
  rules?: readonly Rule[];
  control?: Partial<Control>;
  isSecret?: true;
  /** A missing value becomes empty. A rule over several fields decides whether it is required. */
  mayBeBlank?: true;
  hooks?: Hooks;
}

/** The basis of all kinds of text field. */
export function textField<const More extends Facts>(
  label: TextKey,
  more: More,
  reading: Reading = {},
): TextField<More> {
  const { isOptional = false, missing = REQUIRED } = more as Facts;
  const { clean = cleanLine, rules = [], control, mayBeBlank = false, isSecret = false } = reading;
  const line = rules.reduce(
    (schema, { holds, error }) => (error ? schema.refine((text) => text === '' || holds(text), error) : schema),
    isOptional || mayBeBlank
      ? z.string(missing).overwrite(clean)
      : z
          .string(missing)
          .overwrite(clean)
          .refine((text) => text !== '', missing),
  );
  const field: Field = {
    ...factsOf(label, more),
    control: { kind: 'input', ...capitals(more.autoComplete), ...enterKey(more), ...control },
    isOptional,
    isRequired: !isOptional && !mayBeBlank,
    isSecret,
    rules,
    schema: schemaOf(line, { isOptional, mayBeBlank }),
    // Bodies from releases before this field was added lack it.
    body: isOptional ? z.string().nullable().default(null) : z.string(),
    hooks: reading.hooks ?? {},
  };
  return field as TextField<More>;
}

/** How a phone's keyboard capitalises: every word of a name or place, and nothing in a username. */
function capitals(autoComplete: string): Pick<Control, 'autoCapitalize'> {
  const token = autoComplete.split(' ').at(-1) ?? '';
  if (/^(?:given-|family-|cc-)?name$|^organization$|^address-l/.test(token)) return { autoCapitalize: 'words' };
  return /^(?:username|email|new-password)$/.test(token) ? { autoCapitalize: 'none' } : {};
}

/** Labels the Enter key of the last text field, where it sends the form. In other fields, phones choose the label themselves. */
function enterKey({ isLast }: NameFacts): Pick<Control, 'enterKeyHint'> {
  return isLast ? { enterKeyHint: 'go' } : {};
}

function factsOf(
  label: TextKey,
  { autoComplete, right, wrong, hint, wire, isBeside, missing = REQUIRED }: NameFacts & { missing?: TextKey },
) {
  return {
    label,
    missing,
    autoComplete,
    isBeside: isBeside ?? false,
    sample: { right, ...(wrong !== undefined && { wrong }) },
    ...(hint && { hint }),
    ...(wire !== undefined && { wire }),
  };
}

function schemaOf(line: z.ZodString, { isOptional, mayBeBlank }: { isOptional: boolean; mayBeBlank: boolean }) {
  if (mayBeBlank) return line.optional().transform((text) => text ?? '');
  return isOptional ? line.optional().transform((text) => (text === '' ? undefined : text)) : line;
}

const NAME_RULES: readonly Rule[] = [
  { holds: (text) => fitsLength(text.trim(), LENGTHS.name), error: 'errors:nameLength', fault: 'name' },
  { holds: (text) => !hasEmoji(text), error: 'errors:nameEmoji', fault: 'emoji' },
];

/** A first or last name. */
export const name = <const More extends NameFacts>(label: TextKey, more: More) =>
  textField(label, { missing: REQUIRED, wrong: tooLong(LENGTHS.name), ...more }, { rules: NAME_RULES });

/** Not normalised. Compare e-mails with `isSameEmail`. */
export const email = <const More extends Facts>(label: TextKey, more: More) =>
  textField(label, { wrong: 'nobody', ...more }, EMAIL);

const EMAIL: Reading = {
  rules: [{ holds: isEmail, error: 'errors:email', fault: 'email' }],
  control: { type: 'email', spellCheck: false },
};

/** A line of text within a limit. */
export const line = <const More extends Facts>(
  label: TextKey,
  more: More,
  { limit, ...problem }: { limit: LengthLimit } & Texts,
) =>
  textField(
    label,
    { wrong: tooLong(limit), ...more },
    { rules: [{ holds: (text) => fitsLength(text, limit), ...problem }] },
  );

export function tooLong({ max }: LengthLimit): string {
  return 'x'.repeat(max + 1);
}

/** A select. @param isOne whether a value is an allowed choice. Its rule has no error for a list that comes from the backend */
export const choice = <const More extends Facts>(
  label: TextKey,
  more: More,
  { isOne, ...problem }: { isOne?: (value: string) => boolean } & Texts = {},
) =>
  textField(label, more, {
    ...(isOne && { rules: [{ holds: isOne, ...problem }] }),
    control: { kind: 'select' },
  });

/** A phone number without its calling code, which has a separate field. `isOwn` is false for another person's number. */
export function phone<
  const More extends { isOwn: boolean; right: string; missing: TextKey; isOptional?: true; isLast?: true },
>(more: More) {
  const { isOwn } = more;
  return {
    countryCode: textField(
      'common:fields.countryCode',
      {
        autoComplete: isOwn ? 'tel-country-code' : 'off',
        right: '+1',
        missing: 'errors:countryCode',
        wire: 'phoneCountryCode',
      },
      {
        clean: (code) => code,
        rules: [{ holds: isCallingCode, error: 'errors:countryCode', fault: 'countryCode' }],
        control: { kind: 'calling codes' },
      },
    ),
    phoneNumber: textField(
      'common:fields.phoneNumber',
      { autoComplete: isOwn ? 'tel-national' : 'off', wrong: '123', ...more },
      {
        clean: cleanPhone,
        rules: [
          { holds: isPhone, error: 'errors:phoneLength' },
          { holds: isNationalNumber, fault: 'phone' },
        ],
        // Not `type=tel`, which is for a number with its calling code.
        control: { inputMode: 'tel' },
        hooks: readsCallingCode({ codeField: 'countryCode', isListed: isCallingCode }),
      },
    ),
  };
}

/** The effects of a phone number on the select of its calling code. */
export function readsCallingCode(select: CodeField): Hooks & { clean(posted: FormData): FormData } {
  const { codeField } = select;
  return {
    clean: (posted) => followTypedCode(posted, select),
    added: { [READ_AS]: z.string().optional().catch(undefined) },
    check(form, refuse) {
      const { [codeField]: code, phoneNumber } = form;
      // The calling code was read from the input, so the visitor must check it.
      if (form[READ_AS] !== undefined) refuse('phoneNumber', { error: 'errors:phoneReadAs' });
      else if (typeof code === 'string' && typeof phoneNumber === 'string' && hasOtherCode(phoneNumber, code))
        refuse(codeField, { isMissing: true });
    },
    finish({ [READ_AS]: _readAs, ...answers }) {
      const { [codeField]: code, phoneNumber } = answers as Record<string, string | undefined>;
      return { ...answers, phoneNumber: phoneNumber && nationalDigits(code ?? '', phoneNumber) };
    },
  };
}

/** True if ticked. A rule over several fields decides whether ticking is required. */
export function checkbox(
  label: TextKey,
  { isTicked = false, missing = REQUIRED }: { isTicked?: boolean; missing?: TextKey } = {},
): Field<boolean> {
  return {
    ...factsOf(label, { autoComplete: 'off', right: isTicked ? 'on' : '', missing }),
    control: { kind: 'checkbox' },
    isOptional: true,
    isRequired: false,
    isSecret: false,
    rules: [],
    schema: z
      .string(missing)
      .optional()
      .transform((value) => value !== undefined),
    body: z.boolean(),
    hooks: {},
  };
}

interface Choosing {
  right: string[];
  /** Shown if nothing is chosen. Without it the choice is optional. */
  missing?: TextKey;
  isOne?(value: string): boolean;
  /** Shown for an unknown value. */
  error?: TextKey;
  hint?: TextKey;
}

/** Any number of choices, each once. */
export function checkboxes(
  label: TextKey,
  { right, missing, isOne = () => true, error, hint }: Choosing,
): Field<string[]> {
  const values = z
    .array(z.string(missing ?? REQUIRED).refine(isOne, error), missing)
    .overwrite((chosen) => [...new Set(chosen)]);
  return {
    ...factsOf(label, { autoComplete: 'off', right: '', ...(missing && { missing }), ...(hint && { hint }) }),
    sample: { right },
    control: { kind: 'checkboxes' },
    isOptional: missing === undefined,
    isRequired: missing !== undefined,
    isSecret: false,
    rules: [],
    schema: missing === undefined ? values : values.min(1, missing),
    body: z.array(z.string()),
    hooks: {},
  };
}
