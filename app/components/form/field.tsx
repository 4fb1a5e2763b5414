import type { FieldMetadata } from '@conform-to/react';
import type { HTMLAttributes, ReactNode } from 'react';
import type { ListItem } from '~/domain/list-item';
import type { Translate } from '~/i18n/translator';
import { callingCodesFor } from '~/reference/calling-codes';
import { countriesFor } from '~/reference/countries';
import { useErrorText } from './error-text';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import { isMissingText, type Field, type Fields } from '~/steps/field';
import { keptOptions, Options } from './options';
import { controlIdOf } from '~/components/page/route-handle';
import { MultilineText } from '~/components/page/multiline-text';

// Conform types each field by its schema; a component accepts all of them.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyField = FieldMetadata<any, any, any>;

interface FormFieldProps {
  row: Field;
  field: AnyField;
  /** Replaces the row's label. */
  label?: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  /** For a text input, radios or checkboxes. */
  className?: string;
  autoFocus?: boolean;
  /** The id of a further description besides its hint. */
  describedBy?: string;
  /** For a select or for checkboxes. */
  options?: readonly ListItem[];
  /** Every request passes the same list object. */
  isSameForAll?: boolean;
  /** The label of a select's empty option; null for none. */
  empty?: string | null;
  /** For a text input. A blank placeholder lets the stylesheet detect an empty input. */
  placeholder?: string;
  /** For a text input. Overlays its end. */
  inBox?: ReactNode;
  /** For a text input. Rendered above it, and above its error. */
  checklist?: ReactNode;
  /** The checklist already shows the errors. */
  isErrorInChecklist?: boolean;
}

/** Renders a field from its row: control, label, hint, autofill token, and whether it is required. */
export function FormField({
  row,
  empty,
  options = [],
  isSameForAll,
  placeholder,
  inBox,
  checklist,
  isErrorInChecklist,
  className,
  ...given
}: FormFieldProps) {
  const t = useTranslate();
  const { language } = usePage();
  const { kind, ...control } = row.control;
  const shared = {
    label: t(row.label),
    hint: row.hint && t(row.hint),
    autoComplete: row.autoComplete,
    required: !row.isOptional,
    ...given,
  };
  switch (kind) {
    case 'calling codes':
      return <SelectField {...shared} options={callingCodesFor(language)} isSameForAll />;
    case 'countries':
      return <SelectField {...shared} options={countriesFor(language)} isSameForAll />;
    case 'select':
      return (
        <SelectField
          {...shared}
          options={options}
          isSameForAll={isSameForAll}
          placeholder={empty === null ? undefined : (empty ?? t('common:choose'))}
        />
      );
    case 'checkbox':
      return (
        <Checkbox field={given.field} required={given.required}>
          {shared.label}
        </Checkbox>
      );
    case 'radios':
    case 'checkboxes':
      return (
        <Choices
          field={given.field}
          legend={shared.label}
          hint={shared.hint}
          className={className}
          type={kind === 'radios' ? 'radio' : 'checkbox'}
          options={options.map(({ value, name }) => ({ value, label: name }))}
        />
      );
    case 'input':
      return (
        <TextField {...shared} {...control} {...{ className, placeholder, inBox, checklist, isErrorInChecklist }} />
      );
    case 'rows':
      throw new Error('A list has no single control');
  }
}

/** Row and metadata of a section's fields, by name. */
export function fieldsOf<Of extends Fields>(rows: Of, fields: Readonly<Record<keyof Of & string, AnyField>>) {
  return (name: keyof Of & string) => ({ row: rows[name] as Field, field: fields[name] });
}

interface SectionFieldsProps {
  rows: Fields;
  fields: Readonly<Record<string, AnyField>>;
}

/** All fields of a section in the order of its rows. */
export function SectionFields({ rows, fields }: SectionFieldsProps) {
  const lines: [string, Field][][] = [];
  let isOpen = false;
  for (const [name, row] of Object.entries(rows)) {
    if (isOpen) lines.at(-1)?.push([name, row]);
    else lines.push([[name, row]]);
    isOpen = row.isBeside;
  }
  return lines.map((line) => {
    const drawn = line.map(([name, row]) => <FormField key={name} row={row} field={fields[name] as AnyField} />);
    return drawn.length === 1 ? (
      drawn
    ) : (
      <div className="field-row" key={line[0]?.[0]}>
        {drawn}
      </div>
    );
  });
}

/** The labels of a section for its error summary, by field name and in the order of its rows. */
export function labelsOf<Of extends Fields>(rows: Of, t: Translate): Record<keyof Of & string, string> {
  const labels = Object.entries(rows).map(([name, { label }]) => [name, t(label)]);
  return Object.fromEntries(labels) as Record<keyof Of & string, string>;
}

interface FieldProps {
  field: AnyField;
  label: ReactNode;
  hint?: ReactNode;
  autoComplete?: string;
  /** Takes the focus when the page opens, because a button of the form led to it. */
  autoFocus?: boolean;
}

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'password';
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  required?: boolean;
  maxLength?: number;
  spellCheck?: boolean;
  autoCapitalize?: 'none' | 'words';
  enterKeyHint?: 'go';
  passwordRules?: string;
  className?: string;
  placeholder?: string;
  inBox?: ReactNode;
  checklist?: ReactNode;
  isErrorInChecklist?: boolean;
  /** The id of a further description besides its hint. */
  describedBy?: string;
}

export function TextField({
  field,
  label,
  hint,
  type = 'text',
  required = true,
  className,
  describedBy: further,
  passwordRules,
  inBox,
  checklist,
  isErrorInChecklist,
  ...input
}: TextFieldProps) {
  const shown = shownField(field);
  return (
    <FieldFrame
      field={shown}
      label={label}
      hint={hint}
      className={className}
      checklist={checklist}
      isErrorHidden={isErrorInChecklist}
    >
      <input
        type={type}
        {...controlProps(shown, hint, further)}
        defaultValue={textOf(shown)}
        {...input}
        {...(passwordRules !== undefined && { passwordrules: passwordRules })}
        required={required}
      />
      {inBox}
    </FieldFrame>
  );
}

interface SelectFieldProps extends FieldProps {
  options: readonly ListItem[];
  /** The id of a further description besides its hint. */
  describedBy?: string;
  /** Every request passes the same list object, so its markup is cached. */
  isSameForAll?: boolean;
  /** The label of the empty option. Without it the first option is selected. */
  placeholder?: string;
  required?: boolean;
}

function SelectField({
  field,
  label,
  hint,
  options,
  isSameForAll = false,
  placeholder,
  required = true,
  describedBy: further,
  ...select
}: SelectFieldProps) {
  const empty = placeholder === undefined ? [] : [{ value: '', name: placeholder }];
  const shown = shownField(field);
  const chosen = textOf(shown);
  return (
    <FieldFrame field={shown} label={label} hint={hint}>
      {/* HTML allows `required` only with an empty option. */}
      <select
        {...controlProps(shown, hint, further)}
        defaultValue={chosen ?? options.find(({ isChosen }) => isChosen)?.value}
        {...select}
        required={required && placeholder !== undefined}
        {...(isSameForAll
          ? { dangerouslySetInnerHTML: { __html: keptOptions(options, { empty, chosen }) } }
          : { children: <Options list={[...empty, ...options]} /> })}
      />
    </FieldFrame>
  );
}

interface CheckboxProps {
  field: AnyField;
  children: ReactNode;
  required?: boolean;
}

export function Checkbox({ field, children, required = false }: CheckboxProps) {
  const shown = shownField(field);
  return (
    <div className="field choice">
      <FieldErrors field={shown} />
      <div className="choice-row">
        <input
          type="checkbox"
          {...controlProps(shown)}
          id={shown.id}
          value="on"
          defaultChecked={shown.initialValue === 'on'}
          required={required}
        />
        <label htmlFor={shown.id}>{children}</label>
      </div>
    </div>
  );
}

interface ChoicesProps {
  field: AnyField;
  legend: ReactNode;
  type: 'radio' | 'checkbox';
  options: readonly { value: string; label: ReactNode }[];
  hint?: ReactNode;
  className?: string;
}

/** The first control has the field's id, so that the error summary links to it. */
export function Choices({ field: given, legend, type, options, hint, className }: ChoicesProps) {
  const field = shownField(given);
  const chosen = new Set([field.initialValue].flat().filter((value) => typeof value === 'string'));
  return (
    <fieldset
      className={['field choices', className].filter(Boolean).join(' ')}
      aria-describedby={describedBy(field, hint)}
    >
      <legend>{legend}</legend>
      {hint && <Hint field={field}>{hint}</Hint>}
      <FieldErrors field={field} />
      {options.map(({ value, label }, index) => {
        const id = index === 0 ? field.id : `${field.id}-${value}`;
        return (
          <div className="choice-row" key={value}>
            <input
              type={type}
              id={id}
              name={field.name}
              value={value}
              defaultChecked={chosen.has(value)}
              aria-invalid={field.errors ? true : undefined}
            />
            <label htmlFor={id}>{label}</label>
          </div>
        );
      })}
    </fieldset>
  );
}

function FieldFrame({
  field,
  label,
  hint,
  className,
  checklist,
  isErrorHidden,
  children,
}: Omit<FieldProps, 'field'> & {
  field: ShownField;
  className?: string;
  checklist?: ReactNode;
  isErrorHidden?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={['field', className].filter(Boolean).join(' ')}>
      <label htmlFor={controlIdOf(field.id)}>{label}</label>
      {hint && <Hint field={field}>{hint}</Hint>}
      {/* The stylesheet finds a broken checklist by the hidden error before it. A visible error is next to its control. */}
      {!isErrorHidden && checklist}
      <FieldErrors field={field} isHidden={isErrorHidden} />
      {isErrorHidden && checklist}
      {children}
    </div>
  );
}

function Hint({ field, children }: { field: ShownField; children: ReactNode }) {
  return (
    <p className="hint" id={hintId(field)}>
      {children}
    </p>
  );
}

interface FieldErrorsProps {
  field: Pick<ShownField, 'errors' | 'errorId'>;
  /** Only describes the control. */
  isHidden?: boolean;
}

/** Conform puts this id into `aria-describedby`. */
export function FieldErrors({ field, isHidden }: FieldErrorsProps) {
  const errorText = useErrorText();
  if (!field.errors?.length) return null;
  return (
    <p className="field-error" id={field.errorId} hidden={isHidden} data-missing={isMissing(field) ? '' : undefined}>
      <MultilineText lines={field.errors.map((message: string) => errorText(message))} />
    </p>
  );
}

/** The properties of a field that a control shows. */
interface ShownField {
  id: string;
  name: string;
  errorId: string;
  errors: string[] | undefined;
  initialValue: unknown;
}

/** Conform builds a field's whole metadata at every read, so each property is read once. */
function shownField({ id, name, errorId, errors, initialValue }: AnyField): ShownField {
  return { id, name, errorId, errors, initialValue };
}

function textOf({ initialValue }: ShownField): string | undefined {
  return typeof initialValue === 'string' ? initialValue : undefined;
}

function controlProps(field: ShownField, hint?: ReactNode, further?: string) {
  return {
    id: controlIdOf(field.id),
    name: field.name,
    'aria-invalid': field.errors ? true : undefined,
    'aria-describedby': idsOf(field.errors && field.errorId, hint && hintId(field), further),
  };
}

function hintId(field: ShownField): string {
  return `${field.id}-hint`;
}

function describedBy(field: ShownField, hint: ReactNode): string | undefined {
  return idsOf(field.errors && field.errorId, hint && hintId(field));
}

/** Whether the field is only empty, which a script can check too (`ClearErrors`). */
function isMissing({ errors }: Pick<ShownField, 'errors'>): boolean {
  return errors?.length === 1 && isMissingText(errors[0]);
}

function idsOf(...ids: unknown[]): string | undefined {
  return ids.filter(Boolean).join(' ') || undefined;
}
