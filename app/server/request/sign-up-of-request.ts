import type { Person, SessionState } from '~/journeys/current-sign-up';
import { inviteIdOf } from '~/journeys/join-state';
import type { SessionCookie } from '~/server/session/cookies.server';

/** The personal part of an event, besides the reference. */
export interface SignUpDescription {
  /** The backend's id. */
  person?: string | undefined;
  email?: string | undefined;
  orderNumber?: string | undefined;
}

/** The known data about the sign-up that a request belongs to. */
export interface SignUpOfRequest {
  /** The session's cookie, stored here so that it is only verified once. */
  cookie?: SessionCookie | undefined;
  /** Undefined if the request does not belong to a sign-up. */
  reference: string | undefined;
  /** The reason in the log (refused-request.ts). */
  refusal?: string;
  describe(): SignUpDescription;
}

/** @param state undefined without a session */
export function describeSignUp(person: Person, state: SessionState | undefined): SignUpDescription {
  if (!state) return {};
  if (person === 'professional') {
    return { person: state.proDone?.userId, email: state.proContact?.email ?? state.proDone?.email };
  }
  return {
    person: inviteIdOf(state) ?? state.registration?.signupId,
    email: state.parent?.email ?? state.duplicate?.email ?? state.confirmedDuplicate,
    orderNumber: state.paid?.receipt.orderNumber ?? undefined,
  };
}
