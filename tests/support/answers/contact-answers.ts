import { CONTACT, type ParentContact } from '~/steps/contact';

/** The rows of the first step, as the tests need them. A new field is included automatically (docs/adding-a-field.md). */

const ANN = CONTACT.samples.right as unknown as ParentContact;
const BEN: ParentContact = {
  ...ANN,
  firstName: 'Ben',
  lastName: 'Lee',
  email: 'ben@example.com',
  phoneNumber: '6125550177',
};

/** Returns what one of the two types on the first step. */
export function contactOf(who: 'ann' | 'ben'): ParentContact {
  return { ...(who === 'ann' ? ANN : BEN) };
}

/** A first step with every possible error. */
export const WRONG_CONTACT = CONTACT.samples.wrong;

export const REQUIRED_CONTACT = Object.entries(CONTACT.fields).flatMap(([name, { isOptional }]) =>
  isOptional ? [] : [name],
);
