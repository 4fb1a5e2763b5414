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

/** The half that turns what a person enters into a nonce. */
export interface OpenTokenising {
  tokenising: TokenisingProvider;
  /** Stands in for the pages of PayPal and Venmo; undefined where the provider has pages of its own. */
  approvalPage: ApprovalPage | undefined;
}

/** One provider, in the two halves of the port. */
export interface OpenPayments extends OpenTokenising {
  charging: ChargingProvider;
  /** The account each currency is paid into. */
  merchantAccounts: Record<Currency, string>;
  /** What another process tokenises through, and where it is asked; undefined where the provider has an API of its own. */
  clientApi: { path: string; router: Router } | undefined;
  close(): void;
}

/** The demo's stand-in for the pages of PayPal and Venmo (app/routes/demo_.wallet/route.tsx). */
const APPROVAL_PATH = '/app/join/demo/wallet';

/** Both halves of the provider. Braintree's SDK is loaded where it is used: it is a tenth of what a start takes. */
export async function openPayments(
  { braintree, dataDir, demo }: Configuration,
  clock: Clock,
  sandboxWait: number | undefined,
): Promise<OpenPayments> {
  if (braintree) return (await import('./open-braintree.server')).openBraintree(braintree);
  const approvalPath = demo ? APPROVAL_PATH : undefined;
  const sandbox = createSandbox({ dataDir, clock, approvalPath, wait: sandboxWait });
  return {
    charging: sandbox,
    tokenising: sandbox,
    merchantAccounts: SANDBOX_MERCHANT_ACCOUNTS,
    approvalPage: demo ? sandbox.approvalPage : undefined,
    clientApi: { path: SANDBOX_CLIENT_API, router: sandboxClientApi(sandbox) },
    close: () => sandbox.close(),
  };
}

/** The tokenising half alone: another backend charges. The sandbox is then that backend's too, as its books are. */
export function openTokenising({
  braintreeEnvironment: environment,
  backendUrl,
  backendTimeoutMs: timeoutMs,
}: Configuration): OpenTokenising {
  if (environment) return { tokenising: createBraintreeTokenising({ environment }), approvalPage: undefined };
  const sandbox = createSandboxClient({ url: `${backendUrl}${SANDBOX_CLIENT_API}`, timeoutMs });
  return { tokenising: sandbox, approvalPage: sandbox.approvalPage };
}
