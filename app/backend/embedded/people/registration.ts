import type { Selectable } from 'kysely';
import type { RegistrationTable } from '~/store/backend-tables';
import { addressColumn, coParentColumn, parentColumn } from './json-columns';

export type Registration = Selectable<RegistrationTable>;

/** Reads the JSON columns. A part that was not given yet is null. */
export function readRegistration({ parent, address, co_parent }: Registration) {
  return {
    parent: parentColumn.read(parent),
    address: addressColumn.readOrNull(address),
    coParent: coParentColumn.readOrNull(co_parent),
  };
}
