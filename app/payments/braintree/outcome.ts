import type { Transaction, ValidatedResponse } from 'braintree';
import { NotAuthenticated } from './authentication';
import { readTransaction } from './transaction';
import type { ChargeOutcome } from '~/payments/port';

/** The gateway saw the same sale seconds ago: whether that one went through is what has to be found out. */
const DUPLICATE = 'duplicate';
/**
 * A nonce that was used (91564, 93107), is not known (91565, 93108) or is in use (93109): of several errors the one that says most.
 * Each of them in two numbers, the transaction's and the payment method's (the SDK's `validation_error_codes.js`).
 */
const NONCE_ERRORS: readonly string[] = ['91564', '93107', '91565', '93108', '93109'];

/**
 * What a call that moves money came to. Only Braintree's own word on the transaction, or on what was asked, is a decline; everything
 * else (a time-out, a reset, a 5xx, refused keys, an answer that makes no sense) is unknown.
 */
export async function outcomeOf(answer: Promise<ValidatedResponse<Transaction>>): Promise<ChargeOutcome> {
  try {
    return readAnswer(await answer);
  } catch (cause) {
    if (cause instanceof NotAuthenticated) return { outcome: 'declined', reason: cause.reason };
    return { outcome: 'unknown', cause };
  }
}

function readAnswer(answer: ValidatedResponse<Transaction>): ChargeOutcome {
  if (answer.transaction) return readResult(answer.transaction, answer.success);
  const reason = answer.success ? undefined : validationCode(answer);
  if (reason === undefined) throw new Error('Braintree answered without a transaction and without an error');
  return { outcome: 'declined', reason };
}

function readResult(sent: Transaction, isSuccess: boolean): ChargeOutcome {
  const transaction = readTransaction(sent);
  if (transaction.reason === DUPLICATE) {
    return { outcome: 'unknown', cause: new Error('Braintree saw the same sale a moment ago') };
  }
  if (transaction.reason !== null) return { outcome: 'declined', reason: transaction.reason };
  if (!isSuccess) throw new Error(`Braintree refused, and left the transaction ${transaction.status}`);
  return { outcome: 'approved', transaction };
}

function validationCode({ errors }: ValidatedResponse<Transaction>): string | undefined {
  const codes = errors.deepErrors().map(({ code }) => String(code));
  return codes.find((code) => NONCE_ERRORS.includes(code)) ?? codes[0];
}
