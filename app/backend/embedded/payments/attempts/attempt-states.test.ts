import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { openTestBackend } from '~tests/servers/embedded-backend';
import {
  ALL_STATES,
  ATTEMPT_STATES,
  FINAL_STATES,
  LIVE_STATES,
  OPERATOR_WORDS,
  requireTransition,
  UNFINISHED_STATES,
  WAITING_STATES,
} from './attempt-states';

it('leads from every open state to a final one', () => {
  for (const state of UNFINISHED_STATES) {
    const reached = new Set(ATTEMPT_STATES[state].next);
    for (const next of reached) for (const further of ATTEMPT_STATES[next].next) reached.add(further);
    expect(FINAL_STATES.some((final) => reached.has(final))).toBe(true);
  }
});

it('never reopens a closed state or closes a paid one', () => {
  for (const state of ALL_STATES) {
    const { standing, next, whenTakenLate, byPerson } = ATTEMPT_STATES[state];
    if (standing === 'closed') {
      const reached = [...next, ...(whenTakenLate ? [whenTakenLate] : []), ...Object.values(byPerson ?? {})];
      const states = reached.flatMap((to) => (typeof to === 'string' ? [to] : [to.withOrder, to.withoutOrder]));
      for (const to of states) if (to !== null) expect(ATTEMPT_STATES[to].standing).toBe('closed');
    }
    if (standing === 'paid') expect(next.map((to) => ATTEMPT_STATES[to].standing)).not.toContain('closed');
  }
  expect(() => requireTransition('declined', 'authorised')).toThrow('declined');
});

it('lets an operator close only waiting states, in every way that the command supports', () => {
  expect(WAITING_STATES).toEqual(['orphaned', 'needs-operator']);
  for (const state of WAITING_STATES) expect(Object.keys(ATTEMPT_STATES[state].byPerson!)).toEqual(OPERATOR_WORDS);
  const closings = ATTEMPT_STATES['needs-operator'].byPerson!;
  const offered = Object.values(closings).flatMap(({ withOrder, withoutOrder }) => [withOrder, withoutOrder]);
  const reached = new Set(offered.filter((state) => state !== null));
  expect(reached).toEqual(new Set(['settled', 'voided', 'refunded', 'unknown', 'registered']));
  // A payment with an order is never reported as failed, and one without an order never as paid.
  for (const { withOrder, withoutOrder } of Object.values(closings)) {
    expect(withOrder).not.toBe('voided');
    expect(['settled', 'registered']).not.toContain(withoutOrder);
  }
});

it('lists the final states, which have no transitions and wait for no operator', () => {
  expect(FINAL_STATES).toEqual(['settled', 'declined', 'voided', 'refunded']);
});

it('lists the same live states as the unique index of the store', async () => {
  const { store, close } = await openTestBackend();
  const definition =
    inject('store') === 'Postgres'
      ? sql<{ text: string }>`select indexdef as text from pg_indexes where indexname = 'backend_one_live_attempt'`
      : sql<{ text: string }>`select sql as text from sqlite_master where name = 'backend_one_live_attempt'`;
  const { rows } = await definition.execute(store.db);
  const named = [...rows[0]!.text.matchAll(/'([a-z-]+)'/g)].map((match) => match[1]);
  expect(named.sort()).toEqual([...LIVE_STATES].sort());
  await close();
});
