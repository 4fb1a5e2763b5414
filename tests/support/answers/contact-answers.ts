import { CONTACT, type ParentContact } from '~/steps/contact';

/** The samples of the first step's fields, including new ones (docs/adding-a-field.md). */

const ANN = CONTACT.samples.right as unknown as ParentContact;
const BEN: ParentContact = {
  ...ANN,
  firstName: 'Ben',
  lastName: 'Lee',
  email: 'ben@example.com',
  phoneNumber: '6125550177',
};

/** Returns a parent's answers of the first step. */
export function contactOf(who: 'ann' | 'ben'): ParentContact {
  return { ...(who === 'ann' ? ANN : BEN) };
}

/** An invalid sample for each field of the first step. */
export const WRONG_CONTACT = CONTACT.samples.wrong;

export const REQUIRED_CONTACT = Object.entries(CONTACT.fields).flatMap(([name, { isOptional }]) =>
  isOptional ? [] : [name],
);
