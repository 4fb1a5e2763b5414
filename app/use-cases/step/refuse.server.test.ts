import { expect, it } from 'vitest';
import { PRACTICE, PROFESSIONAL_CONTACT, PROFESSIONAL_SECURITY } from '~/steps/professional';
import { en } from '~/i18n/resources';
import { placeFaults } from './refuse.server';

it('shows each fault at its field, and the rest above the form', () => {
  const faults = [
    { field: 'email', text: 'Taken' },
    { field: 'email', text: 'Really' },
    { field: 'firstName', text: ' ' },
    { field: 'practiceName', text: 'Unknown to the bar' },
    { field: 'roles', text: '' },
    { field: 'constructor', text: '' },
  ];
  expect(placeFaults(faults, PROFESSIONAL_CONTACT.names)).toEqual({
    fieldErrors: { email: ['Taken', 'Really'], firstName: ['professional:signup_firstName_error'] },
    formErrors: ['Unknown to the bar', 'professional:signup_roles_error', 'common:errors.generic'],
  });
});

it('shows a general error if the backend names no fault', () => {
  expect(placeFaults([], [])).toEqual({ fieldErrors: {}, formErrors: ['common:errors.generic'] });
});

it.each([...PROFESSIONAL_CONTACT.names, ...PRACTICE.names, ...PROFESSIONAL_SECURITY.names])(
  'has a specific text for %s',
  (field) => {
    expect(en.professional).toHaveProperty(`signup_${field}_error`);
  },
);
