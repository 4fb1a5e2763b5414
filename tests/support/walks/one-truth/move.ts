import type { Visit } from './visit';

/** A visitor's action, or an event, in a walk. */
export interface Move {
  /** The call that makes this move in a written walk. */
  source: string;
  make(visit: Visit): Promise<void>;
}

export function move(name: string, given: unknown[], make: Move['make']): Move {
  const texts = given
    .map((argument) => JSON.stringify(argument) as string | undefined)
    .filter((text) => text !== undefined);
  return { source: `${name}(${texts.join(', ').replaceAll('"', "'")})`, make };
}
