import { MARGIN_MS } from '~/backend/embedded/payments/attempts/provider-calls';
import { findAttempt } from '~/backend/embedded/payments/attempts/attempt-store.server';
import type { PaymentAttempt } from '~/backend/embedded/payments/attempts/payment-attempt';
import { UsageError, type Command, type ExitCode, type OptionValues, type Terminal } from '~/commands/operate/command';
import {
  askToConfirm,
  LOSS_OPTIONS,
  LOSS_USAGE,
  requireTerminalOrYes,
  requireOperator,
} from '~/commands/operate/operator';
import { findSecrets, readBackendSettings, withStore } from '~/commands/operate/with-store';
import { createSealing } from '~/lib/sealing.server';
import { openPayments } from '~/server/services/open-payments.server';
import { readPaymentSettings } from '~/settings/operator-settings';
import { giveBack, look, type Desk } from './giving-back';
import type { GivingBack, Way, GiveBackRequest } from './plan-giving-back';
import { money } from './readable';

const OPTIONS = { ...LOSS_OPTIONS, transaction: { type: 'string' }, 'no-mail': { type: 'boolean' } } as const;

const COMMON = `It queries the provider first, so that money is never returned twice; a repeated command only reports that it is done. --transaction ID
selects one of several transactions. The customer gets a mail, unless --no-mail is given. Needs the server's payment settings.
${LOSS_USAGE}`;

/** Releases a payment's money that is held or submitted for settlement. */
export const voidPayment: Command = {
  usage: `Usage: npm run payments -- void ORDER_ID --by NAME [--why TEXT] [--transaction ID] [--no-mail] [--dry-run] [--yes] [FOLDER]
Releases money that is held, or submitted but not yet settled. An order stays in the books, and its payment becomes refunded.
${COMMON}`,
  options: OPTIONS,
  run: (words, terminal, options) => run('void', words, terminal, options),
};

/** Returns a payment's settled money. */
export const refundPayment: Command = {
  usage: `Usage: npm run payments -- refund ORDER_ID --by NAME [--amount 10.00] [--once-more] [--why TEXT] [--transaction ID] [--no-mail]
                                     [--dry-run] [--yes] [FOLDER]
Returns settled money: all that is left, or --amount. --once-more allows an amount that was refunded before. An order stays in the books; its
payment becomes refunded once all of it was returned. A transaction with an open or lost dispute is not refunded.
${COMMON}`,
  options: { ...OPTIONS, amount: { type: 'string' }, 'once-more': { type: 'boolean' } },
  run: (words, terminal, options) => run('refund', words, terminal, options),
};

async function run(
  way: Way,
  [orderId, folder, ...more]: string[],
  terminal: Terminal,
  options: OptionValues,
): Promise<ExitCode> {
  if (!orderId || more.length > 0) throw new UsageError();
  const request = readRequest(way, options);
  const operator = requireOperator(options);
  const isDry = options['dry-run'] === true;
  if (!isDry) requireTerminalOrYes(terminal, options);
  const settings = readBackendSettings(terminal, folder);
  const { payments, ...sender } = readPaymentSettings(terminal.env);
  const secrets = await findSecrets(settings, settings.dataDir);
  const writesMail = options['no-mail'] !== true && !isDry;
  if (writesMail && secrets.length === 0) {
    throw new Error('SESSION_SECRET is required to seal the mail. Set it, or pass --no-mail.');
  }
  return withStore({ ...settings, readonly: isDry }, terminal, async (db, storeClock) => {
    const attempt = await findAttempt(db, orderId);
    if (!attempt) {
      terminal.printError(`Unknown payment ${orderId}.`);
      return 2;
    }
    const { clock } = terminal;
    const parts = { configuration: { dataDir: settings.dataDir, demo: false }, clock };
    const provider = await openPayments(payments, parts);
    try {
      const accounts: string[] = Object.values(provider.merchantAccounts);
      if (!accounts.includes(attempt.merchant_account)) {
        terminal.printError(
          `The settings have the merchant accounts ${accounts.join(' and ')}, but ${attempt.merchant_account} took this payment.`,
        );
        return 2;
      }
      const { charging } = provider;
      const desk: Desk = {
        db,
        charging,
        writer: { clock: storeClock, leaseMs: charging.deadline + MARGIN_MS, by: operator.by },
        operator,
        mail: writesMail ? { sealing: createSealing(secrets, 'backend'), ...sender } : undefined,
      };
      return await decide(desk, attempt, request, terminal, options);
    } finally {
      provider.close();
    }
  });
}

/** Queries the provider, asks for confirmation if money would move, and then moves it. */
async function decide(
  desk: Desk,
  attempt: PaymentAttempt,
  request: GiveBackRequest,
  terminal: Terminal,
  options: OptionValues,
): Promise<ExitCode> {
  const { order_id: orderId } = attempt;
  const plan = await look(desk, attempt, request);
  if (plan.verdict === 'refused') {
    terminal.print(`Nothing was changed. ${plan.text}`);
    return 1;
  }
  const what = describe(plan, orderId);
  if (options['dry-run'] === true) {
    terminal.print(`Would ${what}`);
    return 0;
  }
  if (plan.verdict === 'ready') {
    const confirmed = await askToConfirm(terminal, options, { what: `About to ${what}`, expected: orderId });
    if (!confirmed) return 1;
  }
  const { isDone, text } = await giveBack(desk, orderId, request);
  terminal.print(text);
  return isDone ? 0 : 1;
}

function describe({ verdict, way, amount, transaction, state, isWritten }: GivingBack, orderId: string): string {
  const { transactionId, status, currency } = transaction;
  const what = `${money(amount, currency)} of transaction ${transactionId} (${status}) of payment ${orderId}`;
  if (verdict === 'ready') return `${way} ${what}. The payment becomes ${state}.`;
  return isWritten ? `do nothing: already done, ${what}.` : `record what was already done: ${way} ${what}.`;
}

function readRequest(way: Way, options: OptionValues): GiveBackRequest {
  const { amount, transaction } = options;
  return {
    way,
    ...(typeof amount === 'string' ? { amount: readAmount(amount) } : {}),
    ...(typeof transaction === 'string' ? { transactionId: transaction } : {}),
    onceMore: options['once-more'] === true,
  };
}

/** @returns minor units */
function readAmount(text: string): number {
  const [, units, cents = '00'] = /^(\d{1,7})(?:[.](\d{2}))?$/.exec(text) ?? [];
  const amount = Number(`${units}${cents}`);
  if (units === undefined || amount === 0) throw new UsageError('--amount must be an amount such as 10.00');
  return amount;
}
