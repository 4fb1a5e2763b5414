import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { shortOrFull } from '~tests/fakes/faults';
import { CONTACT_FAULTS } from '~tests/walks/one-truth/contact-faults';
import { COUNTRY_FAULTS } from '~tests/walks/one-truth/country-faults';
import { LOSS_FAULTS } from '~tests/walks/one-truth/loss-faults';
import { ALL_RULES } from '~tests/walks/one-truth/rules';
import { anyWalk } from '~tests/walks/one-truth/random-walk';
import type { JourneyName } from '~tests/walks/one-truth/screens';
import { walk } from '~tests/walks/one-truth/walk';
import { openWorld, type World } from '~tests/walks/one-truth/world';
import { SOUND } from '~tests/walks/one-truth/sound-walks';
import type { WrittenWalk } from '~tests/walks/one-truth/written-walk';

/**
 * What a person says counts wherever it was said, and money follows the country. The rules are in tests/support/walks/one-truth/rules.ts.
 *
 * `WALKS=500` walks that often instead of a few times, `WALKS_SEED=`, `WALKS_PATH=` and `WALKS_REPLAY=` walk a failed one again, with the
 * same `WALKS`. A failure prints the three, and the moves as the walks beside them are written: the shortest belongs there, under the fault's name.
 */
const WALKS = Number(process.env.WALKS ?? shortOrFull(0, 100));
const SEED = Number(process.env.WALKS_SEED ?? (WALKS > 0 ? Date.now() : 20261122));
const path = process.env.WALKS_PATH;
const replayPath = process.env.WALKS_REPLAY;
/** The same few in each run of the suite, so that it fails for what was changed alone. */
const BRIEF = 4;
const WALK_MS = 5_000;

let world: World;
let withoutPounds: World;
beforeAll(async () => {
  [world, withoutPounds] = await Promise.all([openWorld(), openWorld({ sellsInPounds: false })]);
});
afterAll(() => Promise.all([world.close(), withoutPounds.close()]));

const inEachJourney = (walks: readonly WrittenWalk[]) =>
  walks.flatMap((written) => written.journeys.map((journey) => [journey, written.name, written] as const));

const walkIt = (journey: JourneyName, written: WrittenWalk) =>
  walk(written.withoutPounds ? withoutPounds : world, journey, written);

describe('a walk that found a fault', () => {
  it.each(inEachJourney([...CONTACT_FAULTS, ...COUNTRY_FAULTS, ...LOSS_FAULTS]))(
    'of the %s journey: %s',
    (journey, _name, written) => walkIt(journey, { watches: ALL_RULES, ...written }),
  );
});

describe('a walk that holds', () => {
  it.each(inEachJourney(SOUND))('of the %s journey: %s', (journey, _name, written) =>
    walkIt(journey, { watches: ALL_RULES, ...written }),
  );
});

describe('any walk', () => {
  it.each(['parent', 'invited'] as const)(
    'of the %s journey keeps to every rule',
    async (journey) => {
      await fc.assert(anyWalk(world, journey, { maxMoves: WALKS > 0 ? 30 : 12, replayPath }), {
        seed: SEED,
        ...(path && { path, endOnFailure: true }),
        numRuns: WALKS || BRIEF,
      });
    },
    20_000 + WALKS * WALK_MS,
  );
});
