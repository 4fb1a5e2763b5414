import { randomUUID } from 'node:crypto';
import { isRecord } from '~/lib/is-record';
import { need, type Known } from './known';
import { exchange } from './wire';

const CARDS = { approve: '4111111111111111', decline: '4000111111111115' } as const;

/**
 * A nonce to pay with, or one that is declined: the owner's (`--nonce`, `--declined-nonce`), or one of the sandbox
 * (docs/backend-contract.md, "Without a payment provider").
 *
 * @throws Lacking without `--pay`, and where there is none
 */
export async function makeNonce(known: Known, behaviour: keyof typeof CARDS): Promise<string> {
  const { pay, nonces, declinedNonce } = known.hints;
  need(pay || undefined, '--pay');
  if (behaviour === 'decline' && declinedNonce !== undefined) return declinedNonce;
  if (behaviour === 'approve' && nonces.length > 0) return need(nonces[known.spent++], 'one more --nonce');
  const clientToken = need(known.clientToken, 'paymentClientToken.get');
  if (clientToken === 'sandbox') return `sandbox-${behaviour}-${randomUUID()}`;
  const card = { cardHolderName: 'Ann Lee', cardNumber: CARDS[behaviour], cardExpiration: '12/30', cardCvv: '123' };
  const { status, body } = await exchange(known.backend, 'POST', '/sandbox/tokeniseCard', {
    body: { clientToken, card },
  });
  const given = status === 200 && isRecord(body) && isRecord(body.given) ? body.given.nonce : undefined;
  return need(typeof given === 'string' ? given : undefined, behaviour === 'approve' ? '--nonce' : '--declined-nonce');
}
