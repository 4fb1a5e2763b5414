import { isContractProcedure, type AnyContractProcedure, type ContractRouterClient } from '@orpc/contract';
import { sessions, credentials, families } from './accounts';
import { invites, parents } from './invited';
import { pricingGroups, packages, countryCriteria, paymentClientToken } from './offers';
import { lookups, professional, reference } from './professional';
import { registrations } from './registrations';

/**
 * The contract's version, `MAJOR.MINOR`. A minor version only adds optional parts; a major version removes or changes
 * parts (docs/backend-contract.md, "Change over time").
 */
export const CONTRACT_VERSION = '1.0';

/** On every client request, and on the responses of a backend that reports its contract version. */
export const CONTRACT_VERSION_HEADER = 'x-contract-version';

/** Every backend call. The clients, the Express handler and the OpenAPI document derive from it. Money is integer minor units. */
export const contract = {
  registrations,
  sessions,
  pricingGroups,
  packages,
  countryCriteria,
  reference,
  paymentClientToken,
  invites,
  parents,
  credentials,
  families,
  lookups,
  professional,
};

/** The same type in process and over HTTP. */
export type BackendClient = ContractRouterClient<typeof contract>;

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
