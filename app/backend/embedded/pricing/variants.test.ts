import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestStore } from '~tests/servers/test-store';
import { decideTreatment } from './variants.server';

let opened: Awaited<ReturnType<typeof openTestStore>>;

beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.close());

it('keeps the first variant of a visitor, and stores none without a visitor', async () => {
  let answer = true;
  let evaluations = 0;
  const flags = { isTreatment: async () => ((evaluations += 1), answer) };
  const context = { db: opened.store.db, flags, clock: { now: () => new Date('2026-03-01T12:00:00Z') } };
  const ask = (id: string | null) => decideTreatment(context, 'GROW805', id);
  expect(await Promise.all([ask('ann'), ask('ann'), ask(null)])).toEqual([true, true, true]);
  answer = false;
  evaluations = 0;
  expect([await ask('ann'), await ask('ben'), await ask(null)]).toEqual([true, false, false]);
  expect(evaluations).toBe(2);
  const later = { ...context, clock: { now: () => new Date('2026-04-15T12:00:00Z') } };
  await decideTreatment(later, 'GROW805', 'cleo');
  const stored = await opened.store.db.selectFrom('backend_variants').select('anonymous_id').execute();
  expect(stored).toEqual([{ anonymous_id: 'cleo' }]);
});
