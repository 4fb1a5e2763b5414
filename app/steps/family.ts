import { findRepeated, isEmail, isSameEmail, normaliseEmail } from '~/domain/email';
import { isSamePhone, nationalDigits, type Phone } from '~/domain/phone';
import { dropMisshapenChildren } from './children-edit';
import { email, name, phone, textField, type Refuse } from './field';
import { rows, section, type AnswersOf } from './section';

/** Another person's data is not autofilled. */
const off = { autoComplete: 'off' } as const;

/** Every row shown needs a name; unwanted rows are removed (docs/rules.md, "Children"). */
export const CHILD = {
  firstName: name('common:fields.firstName', { ...off, right: 'Cleo', isBeside: true }),
  lastName: name('common:fields.lastName', { ...off, right: 'Lee' }),
  email: email('common:fields.email', { ...off, right: 'cleo@example.com', isOptional: true }),
};

/** The co-parent's fields in the form. E-mail or phone is required. */
export const CO_PARENT = section(
  {
    firstName: name('common:fields.firstName', { ...off, right: 'Ben', isBeside: true }),
    lastName: name('common:fields.lastName', { ...off, right: 'Lee' }),
    knowsCoParentEmail: textField(
      'parent:step2.knowsEmail',
      { ...off, right: 'yes', isOptional: true, wire: false },
      { control: { kind: 'radios' } },
    ),
    email: email('common:fields.email', {
      ...off,
      right: 'ben@example.com',
      missing: 'errors:coParentEmailMissing',
      isOptional: true,
    }),
    ...phone({ isOwn: false, right: '6125550177', missing: 'errors:coParentPhoneMissing', isOptional: true }),
  },
  {
    rules(form, refuse) {
      const isKnown = knowsEmail(form);
      if (!form.email && isKnown) refuse('email', { isMissing: true });
      if (!form.phoneNumber && !isKnown) refuse('phoneNumber', { isMissing: true });
      if (!form.email && !form.phoneNumber) refuse('email', { fault: 'coParentContact' });
    },
  },
);

export const CHILDREN = section(
  { children: rows('parent:step2.child', CHILD, 'errors:childrenMissing') },
  {
    rules({ children = [] }, refuse) {
      const repeated = findRepeated(children.map(emailOf));
      children.forEach((_child, index) => {
        if (repeated[index])
          refuse(`children[${index}].email`, { error: 'errors:childEmailTwice', fault: 'childEmail' });
      });
    },
  },
);

/** The parent's own contact, which must differ from the family's contacts. */
type OwnContact = Phone & { email: string };

/** The second step: the co-parent and the children. */
export const FAMILY = section(
  { ...CO_PARENT.fields, ...CHILDREN.fields },
  {
    rules(form, refuse, own?: OwnContact) {
      CO_PARENT.check(form, refuse);
      if (own) checkOwn(form, own, refuse);
      CHILDREN.check(form, refuse);
    },
    finish({ children, ...coParent }: FamilyForm): Family {
      return { coParent: { ...coParent, knowsCoParentEmail: knowsEmail(coParent) }, children };
    },
    fit: dropMisshapenChildren,
  },
);

type CoParentForm = AnswersOf<typeof CO_PARENT.fields>;
type Child = AnswersOf<typeof CHILD>;
type FamilyForm = CoParentForm & { children: Child[] };

export interface Family {
  coParent: Omit<CoParentForm, 'knowsCoParentEmail'> & { knowsCoParentEmail: boolean };
  children: Child[];
}

/** Whether an accepted family still differs from the parent's contact, which has changed since. */
export function isFamilyValidFor({ coParent, children }: Family, own: OwnContact): boolean {
  let isValid = true;
  checkOwn({ ...coParent, children }, own, () => (isValid = false));
  return isValid;
}

/** The errors of contacts that equal the parent's own. */
export const IS_OWN = {
  coParentEmail: 'errors:coParentEmailIsOwn',
  coParentPhone: 'errors:coParentPhoneIsOwn',
  childEmail: 'errors:childEmailIsParents',
} as const;

/** Runs alongside the field rules, so rows may be missing or half filled. */
function checkOwn(form: Omit<Partial<FamilyForm>, 'knowsCoParentEmail'>, own: OwnContact, refuse: Refuse): void {
  const { countryCode, phoneNumber = '', children = [] } = form;
  if (form.email && isSameEmail(form.email, own.email)) refuse('email', { error: IS_OWN.coParentEmail });
  const typed = countryCode && phoneNumber && { countryCode, phoneNumber: nationalDigits(countryCode, phoneNumber) };
  if (typed && isSamePhone(typed, own)) refuse('phoneNumber', { error: IS_OWN.coParentPhone });
  const parents = [own.email, form.email ?? ''].map(normaliseEmail);
  children.map(emailOf).forEach((typedEmail, index) => {
    if (typedEmail !== undefined && parents.includes(normaliseEmail(typedEmail)))
      refuse(`children[${index}].email`, { error: IS_OWN.childEmail });
  });
}

function emailOf(child: Partial<Child> | undefined): string | undefined {
  return child?.email && isEmail(child.email) ? child.email : undefined;
}

function knowsEmail(form: Partial<CoParentForm>): boolean {
  return Boolean(form.email) || form.knowsCoParentEmail !== 'no';
}
