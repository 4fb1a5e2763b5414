import { expect, it } from 'vitest';
import { freshState, type JoinState } from '~/journeys/join-state';
import { experimentIdOf } from './experiments.server';

const YES = { status: 'yes', isGiven: true } as const;
const NO = { status: 'no', isGiven: false } as const;
const UNANSWERED = { status: 'unanswered', isGiven: false } as const;

const parent = {} as NonNullable<JoinState['parent']>;
const begunWith = (experimentId: string | null): JoinState => ({ ...freshState, parent, experimentId });

it.each([
  ['a new visitor with a yes', undefined, YES, 'visitor'],
  ['a new visitor without an answer', undefined, UNANSWERED, null],
  ['a new visitor with a no', freshState, NO, null],
  ['a yes at the start, and a no now', begunWith('first'), NO, 'first'],
  ['who began without one, and says yes', begunWith(null), YES, null],
] as const)('%s', (_who, state, consent, id) => {
  expect(experimentIdOf(state, { visitorId: 'visitor', consent })).toBe(id);
});
