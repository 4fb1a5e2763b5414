import { isExperiment, variantOf, type Experiment, type Variant } from '~/domain/experiments';
import type { Flags } from '~/server/services/flags.server';

/** What a visitor was found to be in. */
export type Variants = Partial<Record<Experiment, Variant>>;

/** The experiments, as a route asks for them: what a visitor was once found to be in stays for their journey. */
export interface Experiments {
  /** Whether the visitor sees the treatment. Asking for it is the exposure: ask where the difference shows. */
  isTreatment(name: Experiment): Promise<boolean>;
  /** Takes the visitor into experiments that change nothing. */
  enter(names: readonly Experiment[]): Promise<void>;
}

export interface OpenedExperiments extends Experiments {
  readonly variants: Variants;
  /** The service was asked for one that was not known yet. */
  readonly isChanged: boolean;
}

interface Options {
  flags: Flags;
  /** What this browser was found to be in before. */
  known: Variants;
  /** Under which id the service is asked; undefined where nobody is to be told one. */
  visitorId: string | undefined;
  /** Hears of an experiment that this browser takes part in, the first time alone. */
  onExposure(name: Experiment, variant: Exclude<Variant, 'off'>): void;
}

/**
 * The experiments of one request. Off is kept like the others: a flag that is flipped, or a service that comes back, changes nothing in
 * the middle of a journey.
 */
export function openExperiments({ flags, known, visitorId, onExposure }: Options): OpenedExperiments {
  const variants: Variants = { ...known };
  const asked = new Map<Experiment, Promise<Variant>>();
  return {
    variants,
    get isChanged() {
      return asked.size > 0;
    },
    isTreatment: async (name) => (await find(name)) === 'treatment',
    async enter(names) {
      await Promise.all(names.map(find));
    },
  };

  async function find(name: Experiment): Promise<Variant> {
    const kept = variants[name];
    if (kept !== undefined) return kept;
    const answer = asked.get(name) ?? ask(name);
    asked.set(name, answer);
    return answer;
  }

  async function ask(name: Experiment): Promise<Variant> {
    const variant = await flags.find(name, visitorId);
    variants[name] = variant;
    if (variant !== 'off') onExposure(name, variant);
    return variant;
  }
}

/** What a cookie of ours says; of an experiment that is gone it says nothing. */
export function readVariants(kept: unknown): Variants {
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).flatMap(([name, value]) => (isExperiment(name) ? [[name, variantOf(value)]] : [])),
  );
}
