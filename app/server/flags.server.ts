import type { Configuration } from './configuration.server';

/** The experiments, as the routes and the backend ask for them (spec, section 4, "Experiments"). */
export interface Flags {
  /** Whether an experiment is in treatment for a visitor; an unknown one is off. */
  isTreatment(name: string, visitorId?: string): Promise<boolean>;
}

/** Flags that are the same for everybody, from the `FLAGS` setting. */
export function createFlags({ flags }: Pick<Configuration, 'flags'>): Flags {
  return { isTreatment: (name) => Promise.resolve(flags[name] === 'treatment') };
}
