import type { Selectable } from 'kysely';
import type { AccessErrors } from '~/backend/embedded/context';
import type { Db } from '~/store/store';
import type { RegistrationTable } from '~/store/backend-tables';
import { normaliseEmail } from '~/domain/email';
import type { SubscriptionStatus } from '~/domain/people';
import { readAnswers } from './sections.server';
import { matchesHash } from './tokens.server';

export type Registration = Selectable<RegistrationTable>;

/** A registration's answers. Unanswered ones are null. */
export function readRegistration({ answers }: Pick<Registration, 'answers'>) {
  const { parent, address = null, coParent = null, children = [] } = readAnswers(answers);
  if (!parent) throw new Error('A registration has no contact');
  return { parent, address, coParent, children };
}

/**
 * The registration of a key.
 *
 * @throws NOT_FOUND if the id does not exist, FORBIDDEN if the key belongs to another registration
 */
export async function requireRegistration(
  db: Db,
  signupId: string,
  registrationKey: string,
  errors: AccessErrors,
): Promise<Registration> {
  const registration = await findRegistration(db, signupId, registrationKey, errors);
  if (!registration) throw errors.NOT_FOUND();
  return registration;
}

/** Undefined if the id does not exist. @throws FORBIDDEN if the key belongs to another registration */
export async function findRegistration(
  db: Db,
  signupId: string,
  registrationKey: string,
  errors: Pick<AccessErrors, 'FORBIDDEN'>,
): Promise<Registration | undefined> {
  const registration = await db
    .selectFrom('backend_registrations')
    .selectAll()
    .where('id', '=', signupId)
    .executeTakeFirst();
  if (registration && !matchesHash(registrationKey, registration.key_hash)) throw errors.FORBIDDEN();
  return registration;
}

/** `current` for the e-mail of an open invitation whose subscription is paid, so that it is not paid twice. */
export async function findSubscriptionStatus(db: Db, email: string): Promise<SubscriptionStatus> {
  const paid = await db
    .selectFrom('backend_invitations')
    .select('id')
    .where('email', '=', normaliseEmail(email))
    .where('is_subscription_paid', '=', 1)
    .where('completed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return paid ? 'current' : 'none';
}
