import { expect, it } from 'vitest';
import { freshState, type JoinState } from '~/journeys/join-state';
import { experimentIdOf } from './experiments.server';

const parent = {} as NonNullable<JoinState['parent']>;
const begunWith = (experimentId: string | null): JoinState => ({ ...freshState, parent, experimentId });

it.each([
  ['uses the id of a new visitor with consent', undefined, 'browser', 'browser'],
  ['uses no id for a new visitor without an answer', undefined, null, null],
  ['uses no id for a new visitor without consent', freshState, null, null],
  ['keeps the id after consent is withdrawn', begunWith('first'), null, 'first'],
  ['uses no id for a visitor who consents after the start', begunWith(null), 'browser', null],
] as const)('%s', (_who, state, anonymousId, id) => {
  expect(experimentIdOf(state, anonymousId)).toBe(id);
});
