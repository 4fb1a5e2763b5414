import { z } from 'zod';
import { withTimeout } from '~/lib/with-timeout';
import type { ApprovalPage } from '~/payments/approval-page';
import type { TokenisingProvider } from '~/payments/port';
import type { SANDBOX_CALLS, SandboxCall } from './client-api.server';

const answer = z.object({ given: z.unknown() });

export type SandboxClient = Required<Omit<TokenisingProvider, 'browser'>> & { approvalPage: ApprovalPage };

/**
 * Uses the sandbox of another process through its client API. That process keeps the books, as a real provider would.
 *
 * @param options.url of that API
 */
export function createSandboxClient({ url, timeoutMs }: { url: string; timeoutMs: number }): SandboxClient {
  async function ask<Name extends SandboxCall>(
    signal: AbortSignal,
    name: Name,
    body: z.infer<(typeof SANDBOX_CALLS)[Name]>,
  ): Promise<unknown> {
    const response = await fetch(`${url}/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal,
    });
    if (!response.ok) throw new Error(`The sandbox refused ${name} with ${response.status}`);
    return answer.parse(await response.json()).given;
  }
  // Both ends are from one build, so the answer needs no validation.
  const call = <Answer>(name: SandboxCall, body: z.infer<(typeof SANDBOX_CALLS)[SandboxCall]>) =>
    withTimeout(timeoutMs, (signal) => ask(signal, name, body) as Promise<Answer>);
  return {
    approvalOrigins: [],
    tokeniseCard: (clientToken, card) => call('tokeniseCard', { clientToken, card }),
    startPayPal: (clientToken, setUp) => call('startPayPal', { clientToken, setUp }),
    finishPayPal: (clientToken, approval) => call('finishPayPal', { clientToken, ...approval }),
    startVenmo: (clientToken, setUp) => call('startVenmo', { clientToken, setUp }),
    finishVenmo: (clientToken, approval) => call('finishVenmo', { clientToken, ...approval }),
    approvalPage: {
      find: (agreementToken) => call('findAgreement', { agreementToken }),
      answer: (agreementToken, answer) => call('answerAgreement', { agreementToken, answer }),
    },
  };
}
