import { expect, it } from 'vitest';
import { freshState, type JoinState } from '~/journeys/join-state';
import { experimentIdOf } from './experiments.server';

const YES = { status: 'yes', isGiven: true } as const;
const NO = { status: 'no', isGiven: false } as const;
const UNANSWERED = { status: 'unanswered', isGiven: false } as const;

const parent = {} as NonNullable<JoinState['parent']>;
const begunWith = (experimentId: string | null): JoinState => ({ ...freshState, parent, experimentId });

it.each([
  ['uses the id of a new visitor with consent', undefined, YES, 'visitor'],
  ['uses no id for a new visitor without an answer', undefined, UNANSWERED, null],
  ['uses no id for a new visitor without consent', freshState, NO, null],
  ['keeps the id after consent is withdrawn', begunWith('first'), NO, 'first'],
  ['uses no id for a visitor who consents after the start', begunWith(null), YES, null],
] as const)('%s', (_who, state, consent, id) => {
  expect(experimentIdOf(state, { visitorId: 'visitor', consent })).toBe(id);
});
