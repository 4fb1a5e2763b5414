import type { AnalyticsEvent } from '~/analytics/port';
import type { Experiment, Variant } from '~/domain/experiments';
import type { Flags } from '~/server/services/flags.server';
import type { Variants } from '~/server/session/cookie-schemas';
import type { SessionState } from '~/journeys/current-sign-up';

/** An assigned variant is kept for the whole journey. */
export interface Experiments {
  /** Also records the exposure, so call it only where the difference is visible. */
  isTreatment(name: Experiment): Promise<boolean>;
  /** For experiments without a difference on our pages. */
  enter(names: readonly Experiment[]): Promise<void>;
  /** Deletes the variants, because another person continues in this browser. */
  forget(): void;
}

export interface OpenedExperiments extends Experiments {
  /** As `experimentIdOf` returns it. */
  readonly experimentId: string | null;
  findChange(): { variants: Variants; isChanged: boolean; isForgotten: boolean };
}

interface ExperimentOptions {
  flags: Flags;
  stored: Variants;
  state: SessionState | undefined;
  /** Null without consent to analytics. */
  anonymousId: string | null;
  /** Called for each variant but "off" that a visitor with an id first sees in this request. */
  report(event: Omit<ExperimentViewed, 'anonymousId'>): void;
}

type ExperimentViewed = Extract<AnalyticsEvent, { name: 'experiment viewed' }>;

/** Also stores "off", so that a changed flag or a recovered service does not change pages during a journey. */
export function openExperiments({ flags, stored, state, anonymousId, report }: ExperimentOptions): OpenedExperiments {
  const experimentId = experimentIdOf(state, anonymousId);
  // Variants of a visitor who has neither agreed to analytics nor begun a sign-up are evaluated again after either.
  const isSettled = experimentId !== null || state?.experimentId !== undefined;
  let variants: Variants = { ...stored };
  const pending = new Map<Experiment, Promise<Variant>>();
  let isForgotten = false;
  return {
    experimentId,
    findChange: () => ({ variants, isChanged: isSettled && pending.size > 0, isForgotten }),
    isTreatment: async (name) => (await variantFor(name)) === 'treatment',
    async enter(names) {
      await Promise.all(names.map(variantFor));
    },
    forget() {
      isForgotten = true;
      pending.clear();
      variants = {};
    },
  };

  async function variantFor(name: Experiment): Promise<Variant> {
    const assigned = variants[name];
    if (assigned !== undefined) return assigned;
    const evaluation = pending.get(name) ?? evaluate(name);
    pending.set(name, evaluation);
    return evaluation;
  }

  async function evaluate(name: Experiment): Promise<Variant> {
    const variant = await flags.getVariant(name, experimentId ?? undefined);
    variants[name] = variant;
    // All visitors without an id get the same variant, so they do not count as participants.
    if (variant !== 'off' && experimentId !== null) reportExposure(name, variant);
    return variant;
  }

  function reportExposure(experiment: Experiment, variant: ExperimentViewed['variant']): void {
    const name = 'experiment viewed';
    report({ name, id: `${name}:${experiment}:${anonymousId}`, experiment, variant });
  }
}

/** The id that decides experiments and offers; null for the default variant (docs/rules.md, "Consent to analytics"). */
export function experimentIdOf(state: SessionState | undefined, anonymousId: string | null): string | null {
  return state?.experimentId === undefined ? anonymousId : state.experimentId;
}
