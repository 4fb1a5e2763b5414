import { expect, it, onTestFinished } from 'vitest';
import { shortOrFull } from '~tests/fakes/faults';
import { Crowd, createPeople } from '~tests/walks/one-truth/people-and-pages';
import { openWorld } from '~tests/walks/one-truth/world';

/**
 * Posts any page, in any browser, at any time. The result must match what the page showed, or explain the difference. The invariants are
 * in tests/support/walks/one-truth/people-and-pages.ts.
 * `WALKS=500` sets the number of walks, and `WALKS_SEED=` repeats a walk. A failure prints its seed and its moves.
 */
const WALKS = Number(process.env.WALKS ?? shortOrFull(4, 100, 8));
const SEED = Number(process.env.WALKS_SEED ?? shortOrFull(20261123, Date.now()));
const MOVES = shortOrFull(24, 60);

/** With more walks in one world, its invites would expire. */
const WALKS_A_WORLD = 6;

it(`keeps every invariant in ${WALKS} walks of ${MOVES} moves`, { timeout: 60_000 + WALKS * 30_000 }, async () => {
  let moves = 0;
  let world = await openWorld();
  onTestFinished(() => world.close());
  for (let seed = SEED; seed < SEED + WALKS; seed++) {
    if (seed > SEED && (seed - SEED) % WALKS_A_WORLD === 0) {
      await world.close();
      world = await openWorld();
    }
    const random = mulberry(seed);
    const crowd = new Crowd(
      world,
      await createPeople(world, String(seed)),
      (items) => items[Math.floor(random() * items.length)]!,
    );
    try {
      while (crowd.moves < MOVES) await crowd.move();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`WALKS_SEED=${seed} WALKS=1: ${why}\n${crowd.trace.join('\n')}`, { cause: error });
    }
    moves += crowd.moves;
  }
  expect(moves).toBe(WALKS * MOVES);
});

/** Returns a seeded random number generator. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
