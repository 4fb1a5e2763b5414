import { expect, it } from 'vitest';
import { outcomeOfAnswer } from './refusal';

it.each<[call: string, answer: object, outcome: string]>([
  ['parents.update', {}, 'ok'],
  ['parents.update', { status: 200, message: 'success' }, 'ok'],
  ['parents.update', { status: 112, message: 'auth.fail.message' }, 'refused'],
  ['parents.update', { validationErrors: [{ field: 'parent.email', text: '' }] }, 'refused'],
  ['parents.update', { status: 500 }, 'failed'],
  ['invites.renew', { status: 111 }, 'refused'],
  ['invites.renew', { message: 'It did fail.' }, 'refused'],
  ['parents.pay', { state: 'paid', receipt: {}, registration: {} }, 'ok'],
  ['parents.pay', { state: 'pending' }, 'unknown'],
  ['registrations.pay', { state: 'pending' }, 'unknown'],
  ['registrations.payment', { state: 'pending' }, 'ok'],
  ['parents.pay', { exception: 'Payment method declined' }, 'refused'],
  ['registrations.pay', { statusCode: 403 }, 'refused'],
  ['registrations.pay', { statusCode: 500, exception: 'NullPointerException' }, 'failed'],
  ['registrations.payment', { state: 'failed', exception: 'Payment method declined' }, 'ok'],
  ['invites.get', { status: 112 }, 'ok'],
])('classifies %s with response %j as %s', (call, answer, outcome) => {
  expect(outcomeOfAnswer(call.split('.'), answer)).toBe(outcome);
});
