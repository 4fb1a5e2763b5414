import { isSameEmail } from '~/domain/email';
import { email, name, phone, textField } from './field';
import { section, type AnswersOf } from './section';

/** The first step of both parents. `countryCode` is a calling code with its plus, `phoneNumber` digits only. */
export const CONTACT = section({
  firstName: name('common:fields.firstName', { autoComplete: 'given-name', right: 'Ann', wrong: '😀', isBeside: true }),
  lastName: name('common:fields.lastName', { autoComplete: 'family-name', right: "O'Neil" }),
  email: email('common:fields.email', { autoComplete: 'email', right: 'ann@example.com' }),
  ...phone({ isOwn: true, right: '6125550100' }),
});

/**
 * All known contact data of a parent. Several screens ask for parts of it with these same rows; the last accepted answer counts on all of
 * them (docs/rules.md, "One contact record").
 */
export const CONTACT_RECORD = section({
  ...CONTACT.fields,
  /** IANA. Asked with the billing address. */
  timezone: textField(
    'checkout:fields.timezone',
    { autoComplete: 'off', right: 'America/Chicago', wire: 'timeZone' },
    { control: { kind: 'select' }, mayBeBlank: true },
  ),
});

export type ParentContact = AnswersOf<typeof CONTACT.fields>;

export type ContactRecord = ParentContact & Partial<AnswersOf<typeof CONTACT_RECORD.fields>>;

/** Whether Continue was pressed on the warning about this e-mail. The confirmation holds only for that e-mail. */
export function isDuplicateConfirmed(form: FormData): boolean {
  const confirmed = form.get('confirmedDuplicate');
  return typeof confirmed === 'string' && isSameEmail(confirmed, String(form.get('email') ?? ''));
}
