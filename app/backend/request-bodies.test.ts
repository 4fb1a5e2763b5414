import { expect, it } from 'vitest';
import { withBillingContact } from '~/steps/billing';
import { contactOf as typedBy } from '~tests/answers/contact-answers';
import { IN_MINNESOTA } from '~tests/walks/parent-moves';
import { CONTACT } from '~/steps/contact';
import { billingBodyOf, contactOf, invitedUpdateOf, parentBodyOf } from './request-bodies';

const ann = typedBy('ann');
const KEYS = Object.keys(CONTACT.body.shape);

it('tells every field of the first step, and reads each back', () => {
  expect(Object.keys(parentBodyOf(ann))).toEqual(KEYS);
  expect(KEYS).toHaveLength(Object.keys(ann).length);
  expect(contactOf(parentBodyOf(ann))).toEqual(ann);
});

it('tells with the billing form all that is known of the contact', () => {
  const known = withBillingContact({ ...ann, email: 'new@example.com' }, { ...IN_MINNESOTA, lastName: 'Lee' });
  const { parent } = billingBodyOf(known, IN_MINNESOTA, false);
  const told = { ...CONTACT.toBody(ann), email: 'new@example.com', lastName: 'Lee', timeZone: 'America/Chicago' };
  expect(parent).toEqual(told);
});

it('tells of an invited parent nothing but their contact, who they are and their time zone', () => {
  const { parent } = invitedUpdateOf('9001', { ...ann, ...IN_MINNESOTA }, null);
  expect(Object.keys(parent)).toEqual([...KEYS, 'timeZone', 'userId']);
});

it('fills nothing in where an invitation knows nothing', () => {
  const nothing = Object.fromEntries(KEYS.map((key) => [key, null])) as Record<keyof typeof CONTACT.body.shape, null>;
  const known = { ...nothing, firstName: 'Ben', lastName: 'Lee' };
  expect(contactOf(known)).toMatchObject({ firstName: 'Ben', lastName: 'Lee', email: '', countryCode: '' });
});
