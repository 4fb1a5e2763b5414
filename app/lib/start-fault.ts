export type StartFaultCode =
  | 'configuration-wrong'
  | 'port-taken'
  | 'port-forbidden'
  | 'address-unknown'
  | 'folder-taken'
  | 'folder-unusable'
  | 'database-unreachable'
  | 'store-not-migrated'
  | 'demo-store'
  | 'real-store'
  | 'test-orders'
  | 'pepper-wrong'
  | 'flag-provider-unusable'
  | 'unexpected';

/** Why the process cannot start: a sentence for the operator, without full stop and secrets, and a code for machines. */
export class StartFault extends Error {
  override readonly name = 'StartFault';

  constructor(
    readonly code: StartFaultCode,
    sentence: string,
    options?: ErrorOptions,
  ) {
    super(sentence, options);
  }
}
