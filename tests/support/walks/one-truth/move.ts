import type { Visit } from './visit';

/** Something that happens in a walk. */
export interface Move {
  /** As it is written in a walk. */
  says: string;
  make(visit: Visit): Promise<void>;
}

export function move(name: string, given: unknown[], make: Move['make']): Move {
  const texts = given
    .map((argument) => JSON.stringify(argument) as string | undefined)
    .filter((text) => text !== undefined);
  return { says: `${name}(${texts.join(', ').replaceAll('"', "'")})`, make };
}
