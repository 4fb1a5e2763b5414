import type { Visit } from './visit';

/** An event in a walk. */
export interface Move {
  /** Its text in a written walk. */
  says: string;
  make(visit: Visit): Promise<void>;
}

export function move(name: string, given: unknown[], make: Move['make']): Move {
  const texts = given
    .map((argument) => JSON.stringify(argument) as string | undefined)
    .filter((text) => text !== undefined);
  return { says: `${name}(${texts.join(', ').replaceAll('"', "'")})`, make };
}
