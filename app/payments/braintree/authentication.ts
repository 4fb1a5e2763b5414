import type { BraintreeGateway } from 'braintree';

/** The processor's code for "3-D Secure required". We give the same reason when we refuse a card ourselves. */
const AUTHENTICATION_REQUIRED = '2099';
const UNKNOWN_NONCE = '93108';

/** The bank did not confirm the card. The processor was not called and no money was taken. */
export class NotAuthenticated extends Error {
  constructor(readonly reason: string) {
    super('The liability for this card has not shifted');
  }
}

/**
 * Checks with Braintree that the bank confirmed a nonce.
 *
 * @throws NotAuthenticated unless the liability has shifted
 */
export async function requireAuthenticated(gateway: BraintreeGateway, nonce: string): Promise<void> {
  const found = await gateway.paymentMethodNonce.find(nonce).catch((error: unknown) => {
    if ((error as { type?: string }).type === 'notFoundError') throw new NotAuthenticated(UNKNOWN_NONCE);
    throw error;
  });
  if (found.threeDSecureInfo?.liabilityShifted !== true) throw new NotAuthenticated(AUTHENTICATION_REQUIRED);
}
