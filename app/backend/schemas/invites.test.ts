import { expect, it } from 'vitest';
import { inviteContext } from './invites';

it.each([
  ['America/Chicago', 'America/Chicago'],
  // The receipt's dates would fail.
  ['Central Time', 'UTC'],
  [null, 'UTC'],
])('reads the time zone %s of a paid order as %s', (timeZone, read) => {
  const order = { packageId: '2021', productId: null, services: [] };
  const paidOrder = { answer: { receipt: {}, registration: {} }, order, timeZone };
  expect(inviteContext.shape.paidOrder.parse(paidOrder)).toMatchObject({ timeZone: read });
});
