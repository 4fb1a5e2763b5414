import type { Transaction, ValidatedResponse, BraintreeGateway } from 'braintree';
import { DUPLICATE_SALE, type ChargeOutcome, type RefundOutcome } from '~/payments/port';
import { readRefund, readTransaction } from './transaction';

/**
 * The nonce was used (91564, 93107), is unknown (91565, 93108) or is in use (93109). If there are several errors, these are the most
 * specific. The transaction and the payment method have separate numbers (the SDK's `validation_error_codes.js`).
 */
const NONCE_ERRORS: readonly string[] = ['91564', '93107', '91565', '93108', '93109'];

/**
 * The outcome of a call that moves money. Only Braintree's explicit response about the transaction or the request is a decline. Everything
 * else (a timeout, a reset, a 5xx, rejected keys, an unreadable response) is unknown.
 */
export async function outcomeOf(answer: Promise<ValidatedResponse<Transaction>>): Promise<ChargeOutcome> {
  try {
    return readAnswer(await answer);
  } catch (cause) {
    if (cause instanceof NotAuthenticated) return { outcome: 'declined', reason: cause.reason };
    return { outcome: 'unknown', cause };
  }
}

/** The outcome of a refund, by the same rule. */
export async function refundOutcomeOf(answer: Promise<ValidatedResponse<Transaction>>): Promise<RefundOutcome> {
  try {
    const response = await answer;
    if (response.success) return { outcome: 'approved', refund: readRefund(response.transaction) };
    const reason = validationCode(response) ?? (response.transaction && readTransaction(response.transaction).reason);
    if (reason) return { outcome: 'declined', reason };
    throw new Error('Braintree returned neither a refund nor an error');
  } catch (cause) {
    return { outcome: 'unknown', cause };
  }
}

function readAnswer(answer: ValidatedResponse<Transaction>): ChargeOutcome {
  if (answer.transaction) return readResult(answer.transaction, answer.success);
  const reason = answer.success ? undefined : validationCode(answer);
  if (reason === undefined) throw new Error('Braintree returned neither a transaction nor an error');
  return { outcome: 'declined', reason };
}

function readResult(sent: Transaction, isSuccess: boolean): ChargeOutcome {
  const transaction = readTransaction(sent);
  if (transaction.reason === DUPLICATE_SALE) {
    return { outcome: 'unknown', cause: new Error('Braintree received the same sale moments ago') };
  }
  if (transaction.reason !== null) return { outcome: 'declined', reason: transaction.reason };
  if (!isSuccess) throw new Error(`Braintree refused the call; the transaction is still ${transaction.status}`);
  return { outcome: 'approved', transaction };
}

function validationCode({ errors }: ValidatedResponse<Transaction>): string | undefined {
  const codes = errors.deepErrors().map(({ code }) => String(code));
  return codes.find((code) => NONCE_ERRORS.includes(code)) ?? codes[0];
}

/** The processor's code for "3-D Secure required". We use the same reason when we reject a card ourselves. */
const AUTHENTICATION_REQUIRED = '2099';
const UNKNOWN_NONCE = '93108';

/** The bank did not confirm the card. The processor was not called and no money was taken. */
class NotAuthenticated extends Error {
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
