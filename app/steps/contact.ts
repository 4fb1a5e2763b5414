import { isSameEmail } from '~/domain/email';
import { isSamePhone, nationalDigits, type Phone } from '~/domain/phone';
import { email, name, phone, textField } from './field';
import { section, type AnswersOf } from './section';

interface ContactRules {
  /** The co-parent's phone, which must differ from the parent's. Undefined until step 2 is answered. */
  coParentPhone?: Phone;
}

/** The first step of both parents. `countryCode` is a calling code with its plus, `phoneNumber` digits only. */
export const CONTACT = section(
  {
    firstName: name('common:fields.firstName', {
      autoComplete: 'given-name',
      right: 'Ann',
      wrong: '😀',
      isBeside: true,
    }),
    lastName: name('common:fields.lastName', { autoComplete: 'family-name', right: "O'Neil" }),
    email: email('common:fields.email', {
      autoComplete: 'email',
      right: 'ann@example.com',
      missing: 'errors:emailMissing',
    }),
    ...phone({ isOwn: true, right: '6125550100', missing: 'errors:phoneMissing', isLast: true }),
  },
  {
    rules({ countryCode, phoneNumber }, refuse, { coParentPhone }: ContactRules = {}) {
      if (!coParentPhone || !countryCode || !phoneNumber) return;
      if (isSamePhone({ countryCode, phoneNumber: nationalDigits(countryCode, phoneNumber) }, coParentPhone))
        refuse('phoneNumber', { error: 'errors:coParentPhoneIsOwn' });
    },
  },
);

/**
 * All known contact data of a parent. Only step 1 asks for it, except for the time zone. All screens use the last accepted answer
 * (docs/rules.md, "One contact record").
 */
export const CONTACT_RECORD = section({
  ...CONTACT.fields,
  /** IANA. Asked with the billing address. */
  timezone: textField(
    'checkout:fields.timezone',
    { autoComplete: 'off', right: 'America/Chicago', missing: 'errors:timezoneMissing', wire: 'timeZone' },
    { control: { kind: 'select' }, mayBeBlank: true },
  ),
});

export type ParentContact = AnswersOf<typeof CONTACT.fields>;

export type ContactRecord = ParentContact & Partial<AnswersOf<typeof CONTACT_RECORD.fields>>;

/** Whether Continue was pressed on the warning about this e-mail. Changing the e-mail invalidates the confirmation. */
export function isDuplicateConfirmed(form: FormData): boolean {
  const confirmed = form.get('confirmedDuplicate');
  return typeof confirmed === 'string' && isSameEmail(confirmed, String(form.get('email') ?? ''));
}
