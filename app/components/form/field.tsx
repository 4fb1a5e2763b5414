import { getInputProps, getSelectProps, type FieldMetadata } from '@conform-to/react';
import type { HTMLAttributes, ReactNode } from 'react';
import type { ListItem } from '~/domain/list-item';
import { useErrorText } from './error-text';
import { REQUIRED } from '~/forms/fields';
import { keptOptions, Options } from './options';
import { controlIdOf } from '~/components/page/route-handle';
import { MultilineText } from '~/components/page/multiline-text';

// Conform types each field by its schema; a component takes them all.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyField = FieldMetadata<any, any, any>;

interface FieldProps {
  field: AnyField;
  label: ReactNode;
  hint?: ReactNode;
  autoComplete?: string;
  /** Takes the focus when the page opens, as a button of the form led to it. */
  autoFocus?: boolean;
}

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'password';
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  required?: boolean;
  readOnly?: boolean;
  maxLength?: number;
  spellCheck?: boolean;
  className?: string;
  /** A blank one lets the stylesheet tell an empty field. */
  placeholder?: ' ';
  /** The id of what describes it besides its hint. */
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
  ...input
}: TextFieldProps) {
  // React warns about a spread `key`, which is among Conform's props.
  const {
    key,
    form: _form,
    ...props
  } = getInputProps(field, {
    type,
    ariaDescribedBy: idsOf(hint && hintId(field), further),
  });
  return (
    <FieldFrame field={field} label={label} hint={hint} className={className}>
      <input key={key} {...props} {...input} id={controlIdOf(field.id)} required={required} />
    </FieldFrame>
  );
}

interface SelectFieldProps extends FieldProps {
  options: readonly ListItem[];
  /** The id of what describes it besides its hint. */
  describedBy?: string;
  /** The same list object comes with every request, so that its markup is rendered once. */
  isSameForAll?: boolean;
  /** The empty choice; without it the first option is chosen. */
  placeholder?: string;
  required?: boolean;
  className?: string;
}

export function SelectField({
  field,
  label,
  hint,
  options,
  isSameForAll = false,
  placeholder,
  required = true,
  className,
  describedBy: further,
  ...select
}: SelectFieldProps) {
  const empty = placeholder === undefined ? [] : [{ value: '', name: placeholder }];
  const {
    key,
    form: _form,
    ...props
  } = getSelectProps(field, { ariaDescribedBy: idsOf(hint && hintId(field), further) });
  return (
    <FieldFrame field={field} label={label} hint={hint} className={className}>
      {/* HTML allows `required` only beside an empty option. */}
      <select
        key={key}
        {...props}
        defaultValue={props.defaultValue ?? options.find(({ isChosen }) => isChosen)?.value}
        {...select}
        id={controlIdOf(field.id)}
        required={required && placeholder !== undefined}
        {...(isSameForAll
          ? { dangerouslySetInnerHTML: { __html: keptOptions(options, { empty, chosen: props.defaultValue }) } }
          : { children: <Options list={[...empty, ...options]} /> })}
      />
    </FieldFrame>
  );
}

interface CheckboxProps {
  field: AnyField;
  children: ReactNode;
  value?: string;
  required?: boolean;
}

export function Checkbox({ field, children, value = 'on', required = false }: CheckboxProps) {
  const { key, form: _form, ...props } = getInputProps(field, { type: 'checkbox', value });
  return (
    <div className="field choice">
      <FieldErrors field={field} />
      <div className="choice-row">
        <input key={key} {...props} required={required} />
        <label htmlFor={field.id}>{children}</label>
      </div>
    </div>
  );
}

interface ChoicesProps {
  field: AnyField;
  legend: string;
  type: 'radio' | 'checkbox';
  options: readonly { value: string; label: ReactNode }[];
  hint?: ReactNode;
  className?: string;
}

/** The first control has the field's id, so that the error summary links to it. */
export function Choices({ field, legend, type, options, hint, className }: ChoicesProps) {
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
  children,
}: FieldProps & { className?: string; children: ReactNode }) {
  return (
    <div className={['field', className].filter(Boolean).join(' ')}>
      <label htmlFor={controlIdOf(field.id)}>{label}</label>
      {hint && <Hint field={field}>{hint}</Hint>}
      <FieldErrors field={field} />
      {children}
    </div>
  );
}

function Hint({ field, children }: { field: AnyField; children: ReactNode }) {
  return (
    <p className="hint" id={hintId(field)}>
      {children}
    </p>
  );
}

/** Conform puts this id into `aria-describedby`. */
export function FieldErrors({ field }: { field: AnyField }) {
  const errorText = useErrorText();
  if (!field.errors?.length) return null;
  return (
    <p className="field-error" id={field.errorId} data-missing={isMissing(field) ? '' : undefined}>
      <MultilineText lines={field.errors.map((message: string) => errorText(message))} />
    </p>
  );
}

function hintId(field: AnyField): string {
  return `${field.id}-hint`;
}

function describedBy(field: AnyField, hint: ReactNode): string | undefined {
  return idsOf(field.errors && field.errorId, hint && hintId(field));
}

/** Whether nothing is wrong but that the field is empty, which a script can tell too (`MendedErrors`). */
function isMissing({ errors }: AnyField): boolean {
  return errors?.length === 1 && errors[0] === REQUIRED;
}

function idsOf(...ids: unknown[]): string | undefined {
  return ids.filter(Boolean).join(' ') || undefined;
}
