import { expect, it } from 'vitest';
import { CONTACT_FIELDS, withBillingContact } from '~/domain/people';
import { contactOf as typedBy } from '~tests/answers/contact-answers';
import { IN_MINNESOTA } from '~tests/walks/parent-moves';
import { billingBodyOf, contactBodyOf, contactOf, invitedUpdateOf, parentBodyOf } from './request-bodies';
import { contactBody } from './schemas/people';

const ann = typedBy('ann');
const KEYS = Object.keys(contactBody.shape);

it('tells every field of the first step, and reads each back', () => {
  expect(Object.keys(parentBodyOf(ann))).toEqual(KEYS);
  expect(KEYS).toHaveLength(CONTACT_FIELDS.length);
  expect(contactOf(parentBodyOf(ann))).toEqual(ann);
});

it('tells with the billing form all that is known of the contact', () => {
  const known = withBillingContact({ ...ann, email: 'new@example.com' }, { ...IN_MINNESOTA, lastName: 'Lee' });
  const { parent } = billingBodyOf(known, IN_MINNESOTA, false);
  const told = { ...contactBodyOf(ann), email: 'new@example.com', lastName: 'Lee', timeZone: 'America/Chicago' };
  expect(parent).toEqual(told);
});

it('tells of an invited parent nothing but their contact, who they are and their time zone', () => {
  const { parent } = invitedUpdateOf('9001', { ...ann, ...IN_MINNESOTA }, null);
  expect(Object.keys(parent)).toEqual([...KEYS, 'timeZone', 'userId']);
});

it('fills nothing in where an invitation knows nothing', () => {
  const known = { firstName: 'Ben', lastName: 'Lee', email: null, phoneCountryCode: null, phoneNumber: null };
  expect(contactOf(known)).toMatchObject({ firstName: 'Ben', lastName: 'Lee', email: '', countryCode: '' });
});
