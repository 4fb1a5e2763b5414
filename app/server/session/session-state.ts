import type { JoinState } from '~/journeys/join-state';
import type { ProfessionalState } from '~/journeys/professional';

export type SessionState = JoinState & ProfessionalState;
