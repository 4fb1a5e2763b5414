import type { JoinState } from '~/journeys/join-state';
import type { ProfessionalState } from '~/journeys/professional/state';

/** What one browser's session holds: the answers of each journey, side by side. */
export type SessionState = JoinState & ProfessionalState;
