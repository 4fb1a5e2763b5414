import fc from 'fast-check';
import type { Move } from './move';
import { RANDOM_MOVES } from './random-moves';
import { ALL_RULES } from './rules';
import type { Truth } from './truth';
import type { JourneyName } from './screens';
import type { Visit } from './visit';
import { enter, finish, makeMove } from './walk';
import type { World } from './world';

/** A move as a command of the model: the truth changes by what the pages accept. */
class MoveCommand implements fc.AsyncCommand<Truth, Visit> {
  constructor(private readonly made: Move) {}
  check = () => true;
  run(_truth: Truth, visit: Visit): Promise<void> {
    return makeMove(visit, this.made);
  }
  toString = () => this.made.says;
}

/** Anybody's way through a journey, up to the receipt. @param replayPath of a walk that failed */
export function anyWalk(
  world: World,
  journey: JourneyName,
  { maxMoves, replayPath }: { maxMoves: number; replayPath?: string },
) {
  const commands = fc.commands(
    RANDOM_MOVES.map((arbitrary) => arbitrary.map((made) => new MoveCommand(made))),
    { maxCommands: maxMoves, size: 'max', ...(replayPath && { replayPath }) },
  );
  return fc.asyncProperty(commands, async (made) => {
    const visit = await enter(world, journey, ALL_RULES);
    await fc.asyncModelRun(() => ({ model: visit.truth, real: visit }), made);
    await finish(visit);
  });
}
