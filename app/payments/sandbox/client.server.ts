import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '~/domain/clock';
import { withTimeout } from '~/lib/with-timeout';
import type { ApprovalPage, OpenAgreement } from '~/payments/approval-page';
import type { CardDetails, RefusedCard, TokenisedCard, TokenisingProvider } from '~/payments/port';
import { inspectCard } from './cards';
import type { SANDBOX_CALLS, SandboxCall } from './client-api.server';

const answer = z.object({ given: z.unknown() });

export type SandboxClient = Required<Omit<TokenisingProvider, 'browser'>> & { approvalPage: ApprovalPage };

/** The client token of a backend without this sandbox. */
const OWN_CHARGING = 'sandbox';

interface SandboxClientOptions {
  /** The client API's URL. */
  url: string;
  timeoutMs: number;
  clock: Clock;
  headers?: Record<string, string>;
}

/**
 * Uses the sandbox of another process through its client API. That process stores the transactions, as a real provider would. With the
 * client token `sandbox` no card number is sent anywhere: the nonce names the card's behaviour (docs/backend-contract.md, "Without a
 * payment provider").
 */
export function createSandboxClient({ url, timeoutMs, clock, headers }: SandboxClientOptions): SandboxClient {
  async function post<Name extends SandboxCall>(
    signal: AbortSignal,
    name: Name,
    body: z.infer<(typeof SANDBOX_CALLS)[Name]>,
  ): Promise<unknown> {
    const response = await fetch(`${url}/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'error',
      signal,
    });
    if (!response.ok) throw new Error(`The sandbox refused ${name} with ${response.status}`);
    return answer.parse(await response.json()).given;
  }
  // Both ends are from one build, so the response needs no validation.
  const call = <Answer>(name: SandboxCall, body: z.infer<(typeof SANDBOX_CALLS)[SandboxCall]>) =>
    withTimeout(timeoutMs, (signal) => post(signal, name, body) as Promise<Answer>);
  return {
    approvalOrigins: [],
    tokeniseCard: async (clientToken, card) =>
      clientToken === OWN_CHARGING ? tokeniseLocally(card, clock.now()) : call('tokeniseCard', { clientToken, card }),
    startPayPal: (clientToken, setUp) => call('startPayPal', { clientToken, setUp }),
    finishPayPal: (clientToken, approval) => call('finishPayPal', { clientToken, ...approval }),
    startVenmo: (clientToken, setUp) => call('startVenmo', { clientToken, setUp }),
    finishVenmo: (clientToken, approval) => call('finishVenmo', { clientToken, ...approval }),
    approvalPage: {
      find: (agreementToken) => call<OpenAgreement>('findAgreement', { agreementToken }).catch(noAgreement),
      answer: (agreementToken, answer) =>
        call<string>('answerAgreement', { agreementToken, answer }).catch(noAgreement),
    },
  };
}

/** A backend without our sandbox has no agreements. */
const noAgreement = () => undefined;

function tokeniseLocally(card: CardDetails, now: Date): TokenisedCard | RefusedCard {
  const inspected = inspectCard(card, now);
  if ('outcome' in inspected) return inspected;
  const nonce = `sandbox-${inspected.behaviour}-${randomUUID()}`;
  return { outcome: 'tokenised', nonce, lastFour: card.cardNumber.slice(-4), brand: inspected.brand };
}
