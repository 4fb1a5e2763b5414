import type { InviteLink } from '~/domain/mailed-links';
import { freshState, inviteIdOf, type EndedAs, type JoinState, type Registration } from './join-state';
import { PARENT } from './parent';
import { CLEARED_PROFESSIONAL, PROFESSIONAL, professionalOf, type ProfessionalState } from './professional';
import { findDuplicate } from './progress';
import type { Path } from './sequence';

/** The state in a session. */
export type SessionState = JoinState & ProfessionalState;

/** A session may contain the answers of one parent, in either journey, and of one professional. */
export type Person = 'parent' | 'professional';

export const PEOPLE = ['parent', 'professional'] as const satisfies readonly Person[];

export function personOf({ name }: { name: 'parent' | 'invited' | 'professional' }): Person {
  return name === 'professional' ? 'professional' : 'parent';
}

/** Slices that may be set without an answer of the current visitor. */
const NOT_ANSWERED = [
  'lastCompletedStep',
  'lastCompletedPaymentStep',
  'subscriptionStatus',
  'experimentId',
  'discount',
  'preselectedPackage',
  'redirectUrl',
  'leftRegistrations',
  'leftSignUp',
  'notice',
  'proNotice',
  'begunAt',
  'usedAt',
  'finished',
] as const satisfies readonly (keyof SessionState)[];

/** Slices that a failed press of a first page may set. */
const NOT_ACCEPTED = [...NOT_ANSWERED, 'drafts', 'proDrafts', 'duplicate', 'inviteId'] as const;

/** Whether this person's sign-up has begun in the session. */
export function hasBegun(person: Person, state: SessionState | undefined): boolean {
  const ofProfessional = (slice: string) => slice in CLEARED_PROFESSIONAL;
  return Object.entries(state ?? {}).some(
    ([slice, value]) =>
      value !== undefined &&
      ofProfessional(slice) === (person === 'professional') &&
      !(NOT_ANSWERED as readonly string[]).includes(slice),
  );
}

/** Whether the session contains the sign-ups of both, which end independently (docs/rules.md, "Expiry"). */
export function isShared(state: SessionState): boolean {
  return PEOPLE.every((person) => hasBegun(person, state));
}

/** Drops the answers of a person whose time is over, beside the other one's. Adds a notice unless the sign-up was complete. */
export function withoutExpired(person: Person, state: SessionState): SessionState {
  const isComplete = isDone(person, state);
  if (person === 'parent')
    return { ...freshState, ...professionalOf(state), ...(!isComplete && { notice: 'expired' as const }) };
  return { ...state, ...CLEARED_PROFESSIONAL, ...(!isComplete && { proNotice: 'expired' as const }) };
}

/** Whether this person's sign-up is paid or complete, so it has no input to lose. */
export function isDone(person: Person, state: Partial<SessionState> | undefined): boolean {
  if (person === 'professional') return state?.proDone !== undefined;
  return state?.paid !== undefined || state?.credentials !== undefined || state?.finished === true;
}

/**
 * The registrations that the backend can delete once these sessions are removed: those that they left, and the current one unless a session
 * shows a payment, in progress or taken. An invited parent has none: their answers belong to the user whom the invite created.
 */
export function unpaidRegistrationsOf(
  removed: readonly { endedAs: EndedAs | undefined; data: Partial<SessionState> }[],
): Registration[] {
  const isPaying = removed.some(
    ({ endedAs, data }) => endedAs === 'paying' || endedAs === 'paid' || data.attempt || isDone('parent', data),
  );
  const { registration, leftRegistrations = [] } = removed.find(({ endedAs }) => endedAs === undefined)?.data ?? {};
  return registration && !isPaying ? [...leftRegistrations, registration] : leftRegistrations;
}

/**
 * Whether a press of the page that began a sign-up replaces what an overlapping press stored. It must be the later press, with other
 * answers. False once a later step has added its own, because the visitor has continued with the stored press.
 */
export function changesFirstAnswers(stored: SessionState, pressed: SessionState): boolean {
  const typedIn = ({
    registration: _registration,
    proKey: _proKey,
    begunAt: _begunAt,
    usedAt: _usedAt,
    ...typed
  }: SessionState) => JSON.stringify(typed);
  const slices = Object.keys(stored).filter((slice) => slice !== 'usedAt');
  const isFailed = slices.every((slice) => (NOT_ACCEPTED as readonly string[]).includes(slice));
  const isFirst = isFailed || slices.every((slice) => slice in pressed);
  return isLater(pressed, stored) && isFirst && typedIn(stored) !== typedIn(pressed);
}

/**
 * Only presses that begin a browser's first sign-up have a time; without it, the press that commits last wins. A restart removes the
 * stored time, and is later than any press that began the session.
 */
function isLater({ begunAt }: SessionState, { begunAt: storedAt }: SessionState): boolean {
  if (begunAt === undefined) return storedAt === undefined;
  return storedAt !== undefined && begunAt >= storedAt;
}

/** Whether a followed invite is for a person other than the one who signs up in this session. The two must never merge. */
export function isForAnotherPerson({ userId }: Pick<InviteLink, 'userId'>, state: JoinState | undefined): boolean {
  return hasBegun('parent', state) && inviteIdOf(state ?? freshState) !== userId;
}

/** The page on which a sign-up continues. */
export function currentPath(person: Person, state: SessionState): Path {
  if (person === 'professional') return PROFESSIONAL.firstUnfinished(state);
  if (inviteIdOf(state) !== undefined) return '/invite';
  if (findDuplicate(state)) return '/duplicate';
  return state.paid ? '/credentials' : PARENT.firstUnfinished(state);
}
