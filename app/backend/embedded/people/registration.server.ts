import type { Selectable } from 'kysely';
import type { AccessErrors } from '~/backend/embedded/context';
import type { RegistrationTable } from '~/store/backend-tables';
import type { Db } from '~/store/open-store.server';
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
  const registration = await db
    .selectFrom('backend_registrations')
    .selectAll()
    .where('id', '=', signupId)
    .executeTakeFirst();
  if (!registration) throw errors.NOT_FOUND();
  if (!matchesHash(registrationKey, registration.key_hash)) throw errors.FORBIDDEN();
  return registration;
}
