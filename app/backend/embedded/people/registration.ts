import type { Selectable } from 'kysely';
import type { RegistrationTable } from '~/store/backend-tables';
import { addressColumn, coParentColumn, parentColumn } from './json-columns';

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
