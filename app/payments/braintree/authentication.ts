import type { BraintreeGateway } from 'braintree';

/** What a processor answers that wants 3-D Secure; ours is the same, before it is asked. */
const AUTHENTICATION_REQUIRED = '2099';
const UNKNOWN_NONCE = '93108';

/** The card was not confirmed by its bank: nothing was asked of the processor, and nothing taken. */
export class NotAuthenticated extends Error {
  constructor(readonly reason: string) {
    super('The liability for this card has not shifted');
  }
}

/**
 * Asks Braintree what the bank said of a nonce.
 *
 * @throws NotAuthenticated unless the liability for it has shifted
 */
export async function requireAuthenticated(gateway: BraintreeGateway, nonce: string): Promise<void> {
  const found = await gateway.paymentMethodNonce.find(nonce).catch((error: unknown) => {
    if ((error as { type?: string }).type === 'notFoundError') throw new NotAuthenticated(UNKNOWN_NONCE);
    throw error;
  });
  if (found.threeDSecureInfo?.liabilityShifted !== true) throw new NotAuthenticated(AUTHENTICATION_REQUIRED);
}
