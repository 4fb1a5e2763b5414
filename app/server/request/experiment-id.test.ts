import { expect, it } from 'vitest';
import { freshState, type JoinState } from '~/journeys/join-state';
import { experimentIdOf } from './experiment-id';

const YES = { status: 'yes', isGiven: true } as const;
const NO = { status: 'no', isGiven: false } as const;
const UNANSWERED = { status: 'unanswered', isGiven: false } as const;
const REFUSED = { status: 'refused-by-browser', isGiven: false } as const;

const parent = {} as NonNullable<JoinState['parent']>;
const begunWith = (experimentId: string | null): JoinState => ({ ...freshState, parent, experimentId });
/** Under 0.1.0 nothing was kept of it. */
const older: JoinState = { ...freshState, parent };

it.each([
  ['nobody yet, with a yes', undefined, YES, 'visitor'],
  ['nobody yet, without an answer', undefined, UNANSWERED, null],
  ['nobody yet, with a no', freshState, NO, null],
  ['who began with a yes, and says no', begunWith('first'), NO, 'first'],
  ['who began without one, and says yes', begunWith(null), YES, null],
  ['who began under 0.1.0', older, UNANSWERED, 'visitor'],
  ['who began under 0.1.0, and says no', older, NO, 'visitor'],
  ['who began under 0.1.0 in a browser that asks not to be followed', older, REFUSED, null],
] as const)('%s', (_who, state, consent, id) => {
  expect(experimentIdOf(state, { visitorId: 'visitor', consent })).toBe(id);
});
