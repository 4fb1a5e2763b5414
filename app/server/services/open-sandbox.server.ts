import { FRONT_END_TOKEN_HEADER } from '~/backend/front-end-token';
import { sandboxClientApi, SANDBOX_CLIENT_API } from '~/payments/sandbox/client-api.server';
import { BANK_EVENTS } from '~/payments/sandbox/bank.server';
import { createSandboxClient } from '~/payments/sandbox/client.server';
import { createSandbox, SANDBOX_MERCHANT_ACCOUNTS } from '~/payments/sandbox/sandbox.server';
import type { PaymentProvider } from './payment-provider';
import { BASE_PATH } from '~/domain/base-path';

const APPROVAL_PATH = `${BASE_PATH}/demo/wallet`;

/** The charging process stores the sandbox's records. A process that only tokenises calls that process. */
export const sandboxProvider: PaymentProvider<object> = {
  async open(_settings, { configuration: { dataDir, demo }, clock }) {
    const approvalPath = demo ? APPROVAL_PATH : undefined;
    const sandbox = createSandbox({ dataDir, clock, approvalPath });
    return {
      charging: sandbox,
      tokenising: sandbox,
      merchantAccounts: SANDBOX_MERCHANT_ACCOUNTS,
      approvalPage: demo ? sandbox.approvalPage : undefined,
      clientApi: { path: SANDBOX_CLIENT_API, router: sandboxClientApi(sandbox) },
      bank: {
        events: BANK_EVENTS,
        play(named, transactionId) {
          const event = BANK_EVENTS.find((known) => known === named);
          return event !== undefined && sandbox.play(event, transactionId);
        },
      },
      close: () => sandbox.close(),
    };
  },
  async openTokenising(_settings, { configuration, clock }) {
    const { backendUrl, backendTimeoutMs: timeoutMs, frontEnd } = configuration;
    const { token } = frontEnd;
    const sandbox = createSandboxClient({
      url: `${backendUrl}${SANDBOX_CLIENT_API}`,
      timeoutMs,
      clock,
      headers: token && { [FRONT_END_TOKEN_HEADER]: token.reveal() },
    });
    return { tokenising: sandbox, approvalPage: sandbox.approvalPage };
  },
};
