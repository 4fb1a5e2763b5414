import { expect, it } from 'vitest';
import { parentNamed } from '~tests/servers/embedded-backend';
import { mergeParent } from './merge-parent';

const known = { ...parentNamed('ann@example.com'), timeZone: 'America/Chicago' };

it('keeps what is not said again', () => {
  const told = { ...parentNamed('ann.lee@example.com'), timeZone: undefined };
  expect(mergeParent(known, told)).toEqual({ ...known, email: 'ann.lee@example.com' });
});

it('takes what is said, also where it is empty', () => {
  expect(mergeParent(known, { ...known, lastName: '' })).toEqual({ ...known, lastName: '' });
  expect(mergeParent(null, known)).toEqual(known);
});
