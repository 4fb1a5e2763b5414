import type { FieldMetadata } from '@conform-to/react';
import { Fragment } from 'react';
import type { Translate } from '~/i18n/translator';
import { fieldsOf, FormField, type AnyField } from '~/components/form/field';
import { useTranslate } from '~/components/page/use-translate';
import { MAX_CHILDREN } from '~/domain/limits';
import type { ChildrenEdit } from '~/steps/children-edit';
import { CHILD, CO_PARENT } from '~/steps/family';
import type { Field } from '~/steps/field';
import { INTENTS, removeChildIntent } from '~/steps/intents';

export interface FamilyForm {
  firstName: string;
  lastName: string;
  email?: string;
  countryCode: string;
  phoneNumber?: string;
  knowsCoParentEmail: 'yes' | 'no';
  children: { firstName?: string; lastName?: string; email?: string }[];
}

interface CoParentFieldsProps {
  fields: Record<Exclude<keyof FamilyForm, 'children'>, AnyField>;
}

/** No autofill, because the fields are about another person. */
export function CoParentFields({ fields }: CoParentFieldsProps) {
  const t = useTranslate();
  const of = fieldsOf(CO_PARENT.fields, fields);
  const knowsEmail = fields.knowsCoParentEmail.initialValue !== 'no';
  return (
    <fieldset className="group co-parent">
      <legend>{t('parent:step2.coParent')}</legend>
      <div className="field-row">
        <FormField {...of('firstName')} />
        <FormField {...of('lastName')} />
      </div>
      <FormField
        {...of('knowsCoParentEmail')}
        className="pair"
        options={[
          { value: 'yes', name: t('common:yes') },
          { value: 'no', name: t('common:no') },
        ]}
      />
      {/* The answer above decides whether e-mail or phone is required. The stylesheet shows which, because a `required` attribute would not
          change with the answer. */}
      <FormField
        {...of('email')}
        label={<OptionalLabel when="unknown" isOptional={!knowsEmail} text={t('common:fields.email')} />}
      />
      {/* Browsers with `:has()` hide this field while it is not needed. */}
      <div className="if-unknown">
        <FormField {...of('countryCode')} />
        <FormField
          {...of('phoneNumber')}
          label={<OptionalLabel when="known" isOptional={knowsEmail} text={t('common:fields.phoneNumber')} />}
          placeholder=" "
        />
      </div>
    </fieldset>
  );
}

interface OptionalLabelProps {
  text: string;
  /** Whether the e-mail is known in the case in which this field is optional. */
  when: 'known' | 'unknown';
  /** The initial state, which applies if the stylesheet cannot follow the answer. */
  isOptional: boolean;
}

function OptionalLabel({ text, when, isOptional }: OptionalLabelProps) {
  const optional = useTranslate()('common:fields.optional');
  return (
    <span className={`optional-if-${when}`} data-optional={optional}>
      {text}
      {isOptional && <span> {optional}</span>}
    </span>
  );
}

type ChildField = FieldMetadata<FamilyForm['children'][number]>;

interface ChildFieldsProps {
  list: ChildField[];
  /** The change that Add Child or Remove has just made. */
  edited: ChildrenEdit | undefined;
}

export function ChildFields({ list, edited }: ChildFieldsProps) {
  const t = useTranslate();
  const added = edited && 'added' in edited ? edited.added : undefined;
  const removed = edited && 'removed' in edited ? edited : undefined;
  return (
    <>
      {list.map((child, index) => {
        const of = fieldsOf(CHILD, child.getFieldset() as Record<keyof typeof CHILD, AnyField>);
        return (
          <Fragment key={child.name}>
            {removed?.removed === index && <RemovedChild {...removed} />}
            <fieldset className="group child">
              <legend>{childName(t, index)}</legend>
              {list.length > 1 && (
                <button className="link-button" name="intent" value={removeChildIntent(index)} formNoValidate>
                  {t('common:buttons.remove')}
                  <span className="visually-hidden">, {childName(t, index)}</span>
                </button>
              )}
              {index === 0 && <p className="hint">{t('parent:step2.childWhy')}</p>}
              <div className="field-row">
                <FormField {...of('firstName')} autoFocus={index === added} />
                <FormField {...of('lastName')} />
              </div>
              {index === 0 && (
                <details>
                  <summary>{t('parent:step2.unnamed')}</summary>
                  <p className="hint">{t('parent:step2.childHint')}</p>
                </details>
              )}
              <OptionalEmail {...of('email')} />
            </fieldset>
          </Fragment>
        );
      })}
      {removed?.removed === list.length && <RemovedChild {...removed} />}
      {edited && 'isFull' in edited && (
        <p className="changed" role="status" tabIndex={-1} autoFocus>
          {t('parent:step2.childrenFull', { number: MAX_CHILDREN })}
        </p>
      )}
      <button className="secondary" name="intent" value={INTENTS.addChild} formNoValidate>
        {t('parent:step2.addChild')}
      </button>
    </>
  );
}

/** Collapsed while it is empty. */
function OptionalEmail({ row, field }: { row: Field; field: AnyField }) {
  const t = useTranslate();
  return (
    <details open={Boolean(field.initialValue) || field.errors !== undefined}>
      <summary>{t('parent:step2.addEmail')}</summary>
      <FormField row={row} field={field} label={t('common:fields.emailOptional')} />
    </details>
  );
}

/** Replaces the removed row, and takes the focus. */
function RemovedChild({ removed, firstName }: { removed: number; firstName: string }) {
  const t = useTranslate();
  const row = childName(t, removed);
  return (
    <p className="changed" role="status" tabIndex={-1} autoFocus>
      {t('parent:step2.childRemoved', { child: firstName === '' ? row : `${row} (${firstName})` })}
    </p>
  );
}

type ParentField = 'firstName' | 'lastName' | 'email' | 'countryCode' | 'phoneNumber';

/** Child, Child 2, Child 3 … */
function childName(t: Translate, index: number): string {
  return index === 0 ? t('parent:step2.child') : t('parent:step2.childNumber', { number: index + 1 });
}

export function familyLabels(t: Translate, children: number): Record<string, string> {
  // The previous step asked for the visitor's data, so these fields must name the co-parent.
  const coParents = (field: ParentField) => `${t('parent:step2.coParent')}, ${t(`common:fields.${field}`)}`;
  const own = {
    firstName: coParents('firstName'),
    lastName: coParents('lastName'),
    knowsCoParentEmail: t('parent:step2.knowsEmail'),
    email: coParents('email'),
    countryCode: coParents('countryCode'),
    phoneNumber: coParents('phoneNumber'),
  };
  const ofChildren = Array.from({ length: children }, (_, index) =>
    (['firstName', 'lastName', 'email'] as const).map((field) => [
      `children[${index}].${field}`,
      `${childName(t, index)}, ${t(`common:fields.${field}`)}`,
    ]),
  );
  return { ...own, ...(Object.fromEntries(ofChildren.flat()) as Record<string, string>) };
}
