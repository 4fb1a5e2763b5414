import { expect, it } from 'vitest';
import { PROFESSIONAL_CONTACT_FIELDS } from '~/forms/professional-contact';
import { PRACTICE_FIELDS } from '~/forms/professional-practice';
import { PROFESSIONAL_SECURITY_FIELDS } from '~/forms/professional-security';
import { en } from '~/i18n/resources';
import { placeFaults } from './validator-faults';

it('puts each fault on its field, and the rest above the form', () => {
  const faults = [
    { field: 'email', text: 'Taken' },
    { field: 'email', text: 'Really' },
    { field: 'firstName', text: ' ' },
    { field: 'practiceName', text: 'Unknown to the bar' },
    { field: 'roles', text: '' },
    { field: 'constructor', text: '' },
  ];
  expect(placeFaults(faults, PROFESSIONAL_CONTACT_FIELDS)).toEqual({
    fieldErrors: { email: ['Taken', 'Really'], firstName: ['professional:signup_firstName_error'] },
    formErrors: ['Unknown to the bar', 'professional:signup_roles_error', 'common:errors.generic'],
  });
});

it('says something where a refusal names no fault', () => {
  expect(placeFaults([], [])).toEqual({ fieldErrors: {}, formErrors: ['common:errors.generic'] });
});

it.each([...PROFESSIONAL_CONTACT_FIELDS, ...PRACTICE_FIELDS, ...PROFESSIONAL_SECURITY_FIELDS])(
  'has words of its own for %s',
  (field) => {
    expect(en.professional).toHaveProperty(`signup_${field}_error`);
  },
);
