import type { SessionState } from '~/server/session/session-state';
import type { AnalyticsConsent } from './analytics-consent.server';

interface Visitor {
  visitorId: string;
  consent: Pick<AnalyticsConsent, 'status' | 'isGiven'>;
}

/** The id that experiments and offers are decided by; null for everybody's answer (docs/rules.md, "Consent to analytics"). */
export function experimentIdOf(state: SessionState | undefined, { visitorId, consent }: Visitor): string | null {
  if (state?.experimentId !== undefined) return state.experimentId;
  // A sign-up of 0.1.0 was decided by this id, without a question, and the backend prices by it.
  if (state?.parent) return consent.status === 'refused-by-browser' ? null : visitorId;
  return consent.isGiven ? visitorId : null;
}
