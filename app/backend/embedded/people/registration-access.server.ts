import type { Db } from '~/store/open-store.server';
import type { AccessErrors } from '~/backend/embedded/context';
import type { Registration } from './registration';
import { matchesHash } from './tokens.server';

/** @throws NOT_FOUND if no registration has this id, FORBIDDEN if the key belongs to another one */
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
