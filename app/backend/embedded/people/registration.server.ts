import type { Selectable } from 'kysely';
import type { AccessErrors } from '~/backend/embedded/context';
import type { RegistrationTable } from '~/store/backend-tables';
import type { Db } from '~/store/open-store.server';
import { addressColumn, coParentColumn, parentColumn } from './json-columns';
import { matchesHash } from './tokens.server';

/** A row of the registration table. */
export type Registration = Selectable<RegistrationTable>;

/** A registration's JSON columns, read; what was not told yet is null. */
export function readRegistration({ parent, address, co_parent }: Registration) {
  return {
    parent: parentColumn.read(parent),
    address: addressColumn.readOrNull(address),
    coParent: coParentColumn.readOrNull(co_parent),
  };
}

/**
 * The registration that a key opens.
 *
 * @throws NOT_FOUND when there is none of this id, FORBIDDEN when the key is not its own
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
