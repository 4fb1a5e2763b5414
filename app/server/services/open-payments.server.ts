import type { Router } from 'express';
import type { Clock } from '~/domain/clock';
import type { Currency } from '~/domain/money';
import type { ApprovalPage } from '~/payments/approval-page';
import { createBraintreeTokenising } from '~/payments/braintree/tokenising.server';
import type { ChargingProvider, TokenisingProvider } from '~/payments/port';
import { sandboxClientApi, SANDBOX_CLIENT_API } from '~/payments/sandbox/client-api.server';
import { createSandboxClient } from '~/payments/sandbox/client.server';
import { createSandbox, SANDBOX_MERCHANT_ACCOUNTS } from '~/payments/sandbox/sandbox.server';
import type { Configuration } from '~/settings/configuration.server';

export interface OpenTokenising {
  tokenising: TokenisingProvider;
  /** The demo's own approval page; undefined where the provider has pages. */
  approvalPage: ApprovalPage | undefined;
}

export interface OpenPayments extends OpenTokenising {
  charging: ChargingProvider;
  merchantAccounts: Record<Currency, string>;
  /** What other processes tokenise through; undefined where the provider has an API of its own. */
  clientApi: { path: string; router: Router } | undefined;
  close(): void;
}

const APPROVAL_PATH = '/app/join/demo/wallet';

/** Braintree's SDK is loaded on demand: it takes a tenth of the start. */
export async function openPayments(
  { braintree, dataDir, demo }: Configuration,
  clock: Clock,
  sandboxDelayMs: number | undefined,
): Promise<OpenPayments> {
  if (braintree) return (await import('./open-braintree.server')).openBraintree(braintree);
  const approvalPath = demo ? APPROVAL_PATH : undefined;
  const sandbox = createSandbox({ dataDir, clock, approvalPath, wait: sandboxDelayMs });
  return {
    charging: sandbox,
    tokenising: sandbox,
    merchantAccounts: SANDBOX_MERCHANT_ACCOUNTS,
    approvalPage: demo ? sandbox.approvalPage : undefined,
    clientApi: { path: SANDBOX_CLIENT_API, router: sandboxClientApi(sandbox) },
    close: () => sandbox.close(),
  };
}

/** For a remote backend, whose sandbox then holds the books. */
export function openTokenising({
  braintreeEnvironment: environment,
  backendUrl,
  backendTimeoutMs: timeoutMs,
}: Configuration): OpenTokenising {
  if (environment) return { tokenising: createBraintreeTokenising({ environment }), approvalPage: undefined };
  const sandbox = createSandboxClient({ url: `${backendUrl}${SANDBOX_CLIENT_API}`, timeoutMs });
  return { tokenising: sandbox, approvalPage: sandbox.approvalPage };
}
