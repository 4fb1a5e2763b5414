import { isContractProcedure, type AnyContractProcedure } from '@orpc/contract';
import { contract } from './contract';

/** Every operation's name, such as `registrations.pay`. */
export const OPERATION_NAMES: readonly string[] = Object.entries(contract).flatMap(([group, calls]) =>
  Object.keys(calls).map((call) => `${group}.${call}`),
);

/** The calls that a backend may lack. 404, 405 and 501 then mean the same. */
export const OPTIONAL_CALLS: ReadonlySet<string> = new Set(['registrations.discard']);

/** Finds an operation by its place in the contract, such as `['registrations', 'pay']`. */
export function findOperation(path: readonly string[]): AnyContractProcedure['~orpc'] | undefined {
  const found = path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
    contract,
  );
  return isContractProcedure(found) ? found['~orpc'] : undefined;
}
