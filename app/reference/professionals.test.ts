import { expect, it } from 'vitest';
import { rolesOf } from './professionals';

it.each([
  ['US', 'ATTORNEY', 'CUSTODY_EVALUATOR'],
  ['CA', 'ATTORNEY', 'CUSTODY_EVALUATOR'],
  ['GB', 'SOLICITOR', 'CAFCASS_OFFICER'],
  ['MX', 'LAWYER', 'SOCIAL_WORKER'],
  ['IE', 'LAWYER', 'SOCIAL_WORKER'],
])('lists for %s the role %s first, and %s later', (country, first, other) => {
  expect(rolesOf(country)[0]).toBe(first);
  expect(rolesOf(country)).toContain(other);
  expect(new Set(rolesOf(country)).size).toBe(rolesOf(country).length);
});
