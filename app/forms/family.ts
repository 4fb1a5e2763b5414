import { z } from 'zod';
import { findRepeated, isEmail, isSameEmail, normaliseEmail } from '~/domain/email';
import type { Family } from '~/domain/people';
import { isSamePhone, nationalDigits, type Phone } from '~/domain/phone';
import {
  callingCode,
  checkReadPhone,
  name,
  optionalEmail,
  optionalLine,
  optionalPhone,
  phoneReadAs,
  REQUIRED,
  DESPITE_FIELD_ERRORS,
} from './fields';
import { postedFields } from './posted-fields';

/** The parent's own contact, which the family's must differ from. */
export interface OwnContact {
  parentEmail: string;
  parentCountryCode: string;
  parentPhone: string;
}

/** Every row shown needs a name; unwanted rows are removed (docs/rules.md, "Children"). */
const childSchema = z.object({ firstName: name(), lastName: name(), email: optionalEmail() }, REQUIRED);

const fields = z.object({
  firstName: name(),
  lastName: name(),
  email: optionalEmail(),
  countryCode: callingCode(),
  phoneNumber: optionalPhone(),
  phoneReadAs: phoneReadAs(),
  knowsCoParentEmail: optionalLine(),
  children: z.array(childSchema, REQUIRED).min(1, REQUIRED),
});

type FamilyForm = z.output<typeof fields>;
type PartlyFilled = Omit<FamilyForm, 'children'> & { children?: ({ email?: string } | undefined)[] };

export function familySchema(own: OwnContact) {
  return postedFields(fields)
    .superRefine((form, context) => {
      const refuse = (path: (string | number)[], message: string) =>
        context.addIssue({ code: 'custom', path, message });
      checkReadPhone(form, context);
      checkCoParent(form, own, refuse);
      checkChildren(form, own, refuse);
    }, DESPITE_FIELD_ERRORS)
    .transform(toFamily);
}

type Refuse = (path: (string | number)[], message: string) => void;

function checkCoParent(form: FamilyForm, own: OwnContact, refuse: Refuse): void {
  if (!form.email && knowsEmail(form)) refuse(['email'], REQUIRED);
  if (!form.phoneNumber && !knowsEmail(form)) refuse(['phoneNumber'], REQUIRED);
  if (form.email && isSameEmail(form.email, own.parentEmail)) refuse(['email'], 'errors:coParentEmailIsOwn');
  const ownPhone: Phone = { countryCode: own.parentCountryCode, phoneNumber: own.parentPhone };
  if (form.countryCode && form.phoneNumber && isSamePhone(phoneOf(form), ownPhone)) {
    refuse(['phoneNumber'], 'errors:coParentPhoneIsOwn');
  }
}

/** Runs beside the field rules, so rows may be missing or half filled. */
function checkChildren(form: PartlyFilled, own: OwnContact, refuse: Refuse): void {
  const parents = [own.parentEmail, form.email ?? ''].map(normaliseEmail);
  const emails = (form.children ?? []).map((child) => (child?.email && isEmail(child.email) ? child.email : undefined));
  const repeated = findRepeated(emails);
  emails.forEach((email, index) => {
    if (email === undefined) return;
    if (parents.includes(normaliseEmail(email))) refuse(['children', index, 'email'], 'errors:childEmailIsParents');
    if (repeated[index]) refuse(['children', index, 'email'], 'errors:childEmailTwice');
  });
}

function toFamily(form: FamilyForm): Family {
  return {
    coParent: {
      firstName: form.firstName,
      lastName: form.lastName,
      email: form.email,
      countryCode: form.countryCode,
      phoneNumber: form.phoneNumber && phoneOf(form).phoneNumber,
      knowsCoParentEmail: knowsEmail(form),
    },
    children: form.children,
  };
}

function knowsEmail(form: FamilyForm): boolean {
  return Boolean(form.email) || form.knowsCoParentEmail !== 'no';
}

function phoneOf({ countryCode, phoneNumber }: FamilyForm): Phone {
  return { countryCode, phoneNumber: nationalDigits(countryCode, phoneNumber ?? '') };
}
