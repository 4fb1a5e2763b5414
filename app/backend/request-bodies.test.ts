import { expect, it } from 'vitest';
import { withBillingTimezone } from '~/steps/billing';
import { contactOf as typedBy } from '~tests/answers/contact-answers';
import { IN_MINNESOTA } from '~tests/walks/parent-moves';
import { CONTACT } from '~/steps/contact';
import { billingBodyOf, contactOf, invitedUpdateOf, parentBodyOf } from './request-bodies';

const ann = typedBy('ann');
const KEYS = Object.keys(CONTACT.body.shape);

it('sends every field of the first step, and reads each back', () => {
  expect(Object.keys(parentBodyOf(ann))).toEqual(KEYS);
  expect(KEYS).toHaveLength(Object.keys(ann).length);
  expect(contactOf(parentBodyOf(ann))).toEqual(ann);
});

it('sends all known contact fields with the billing form', () => {
  const known = withBillingTimezone({ ...ann, email: 'new@example.com' }, IN_MINNESOTA);
  const { parent } = billingBodyOf(known, IN_MINNESOTA, false);
  const expected = { ...CONTACT.toBody(ann), email: 'new@example.com', timeZone: 'America/Chicago' };
  expect(parent).toEqual(expected);
});

it('sends only contact, identity and time zone of an invited parent', () => {
  const { parent } = invitedUpdateOf('9001', { ...ann, ...IN_MINNESOTA }, null);
  expect(Object.keys(parent)).toEqual([...KEYS, 'timeZone', 'userId']);
});

it('reads values that an invitation lacks as empty', () => {
  const nothing = Object.fromEntries(KEYS.map((key) => [key, null])) as Record<keyof typeof CONTACT.body.shape, null>;
  const known = { ...nothing, firstName: 'Ben', lastName: 'Lee' };
  expect(contactOf(known)).toMatchObject({ firstName: 'Ben', lastName: 'Lee', email: '', countryCode: '' });
});
