import fc from 'fast-check';
import type { Move } from './move';
import { movesWithout } from './random-moves';
import { ALL_RULES } from './rules';
import type { Truth } from './truth';
import type { JourneyName, Visit } from './visit';
import { enter, finish, makeMove } from './walk';
import type { World } from './world';
import { FAULTS } from './written-walks';

/** A move as a command of the model: the truth changes by what the pages accept. */
class MoveCommand implements fc.AsyncCommand<Truth, Visit> {
  constructor(private readonly made: Move) {}
  check = () => true;
  run(_truth: Truth, visit: Visit): Promise<void> {
    return makeMove(visit, this.made);
  }
  toString = () => this.made.says;
}

/** What known faults would break anyway. */
const leftOut = new Set(FAULTS.flatMap(({ knownFault }) => knownFault?.moves ?? []));
const unwatched = new Set(FAULTS.flatMap(({ knownFault }) => knownFault?.rules ?? []));
const watched = ALL_RULES.filter((rule) => !unwatched.has(rule));

/** Anybody's way through a journey, up to the receipt. @param moves at most */
export function anyWalk(world: World, journey: JourneyName, moves: number) {
  const commands = fc.commands(
    movesWithout(leftOut).map((arbitrary) => arbitrary.map((made) => new MoveCommand(made))),
    { maxCommands: moves, size: 'max' },
  );
  return fc.asyncProperty(commands, async (made) => {
    const visit = await enter(world, journey, watched);
    await fc.asyncModelRun(() => ({ model: visit.truth, real: visit }), made);
    await finish(visit);
  });
}
