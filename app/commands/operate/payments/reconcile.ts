import { UsageError, type Command, type OptionValues } from '~/commands/operate/command';
import type { Difference, DifferenceKind } from '~/backend/embedded/payments/settlement/compare-books';
import { reconcileWithKnown } from '~/backend/embedded/payments/settlement/known-differences.server';
import type { Span } from '~/backend/embedded/payments/settlement/reconcile.server';
import { FOLLOWED_STATES } from '~/backend/embedded/payments/settlement/settlement-states';
import type { Db } from '~/store/store';
import { withProvider } from './with-provider';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_DAYS = 7;
const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}([.]\d{1,3})?)?Z)?$/;

const USAGE = `Usage: npm run payments -- reconcile [--from 2026-11-01] [--to 2026-11-08] [--json] [FOLDER]
Compares the provider's transactions in a time span with our orders, both ways, and the differences that the daily reconciliation found before.
Lists those that remain, except those that "payments dealt-with" took off. It only reads. Times are in UTC, and a date is its first
moment: --from 2026-11-01 --to 2026-12-01 covers November. --to defaults to now, --from to seven days before --to. Exits with 1 if there are
differences, with 2 if the store or the provider fails.
Needs the server's payment settings.`;

/** The operator's action for each difference. */
const ADVICE: Readonly<Record<DifferenceKind, string>> = {
  'no-order':
    'The provider has money without an order. Void or refund it in its control panel, unless another product took it.',
  'no-transaction':
    'The order is valid, but the provider has no payment for it. Search for the order id in the control panel.',
  'amount-differs':
    'The amount or currency taken differs from the agreed one. Refund the excess, or ask the customer for the rest.',
  'state-differs':
    'Only one side shows the money as taken. Compare "payments show" with the control panel of the provider.',
  'charged-twice': 'Two sales of one order hold money. Void or refund all but one.',
};

/** Lists the differences between our books and the provider's. */
export const reconcilePayments: Command = {
  usage: USAGE,
  options: { from: { type: 'string' }, to: { type: 'string' }, json: { type: 'boolean' } },
  async run([folder, ...more], terminal, options) {
    if (more.length > 0) throw new UsageError();
    const span = readSpan(options, terminal.clock.now());
    return withProvider(terminal, { folder, readonly: true }, async (db, { charging, merchantAccounts }) => {
      const accounts: string[] = Object.values(merchantAccounts);
      for (const { merchant_account, payments } of await countForeignPayments(db, span, accounts)) {
        terminal.printError(
          `${payments} ${payments === '1' ? 'payment was' : 'payments were'} taken by merchant account ${merchant_account}, but the settings have ${accounts.join(' and ')}.`,
        );
      }
      const { differences, orders, known } = await reconcileWithKnown({ db, records: charging.records }, span);
      const from = span.from.toISOString();
      const to = span.to.toISOString();
      if (options.json === true) terminal.print(JSON.stringify({ from, to, orders, differences }, null, 2));
      else {
        const before = known === 0 ? '' : `, and ${known} ${known === 1 ? 'difference' : 'differences'} found before`;
        terminal.print(
          describe(differences, `${orders} ${orders === 1 ? 'order' : 'orders'} of ${from} to ${to}${before}`),
        );
      }
      return differences.length > 0 ? 1 : 0;
    });
  },
};

/** Counts the submitted payments of merchant accounts that the provider's settings do not have. */
async function countForeignPayments(db: Db, { from, to }: Span, accounts: string[]) {
  const rows = await db
    .selectFrom('backend_payment_attempts')
    .select(['merchant_account', ({ fn }) => fn.countAll<number>().as('payments')])
    .where('merchant_account', 'not in', accounts)
    .where('state', 'in', FOLLOWED_STATES)
    .where('amount', '>', 0)
    .where('created_at', '>=', from.toISOString())
    .where('created_at', '<=', to.toISOString())
    .groupBy('merchant_account')
    .orderBy('merchant_account')
    .execute();
  return rows.map((row) => ({ ...row, payments: String(row.payments) }));
}

function readSpan({ from, to }: OptionValues, now: Date): Span {
  const end = readTime('--to', to) ?? now;
  const start = readTime('--from', from) ?? new Date(end.getTime() - DEFAULT_DAYS * DAY_MS);
  if (start > end) throw new UsageError('--from is after --to.');
  return { from: start, to: end };
}

function readTime(option: string, value: OptionValues[string]): Date | undefined {
  if (value === undefined) return undefined;
  const time = typeof value === 'string' && ISO.test(value) ? Date.parse(value) : NaN;
  // Date.parse reads 31 November as 1 December.
  if (Number.isNaN(time) || new Date(time).getUTCDate() !== Number(String(value).slice(8, 10)))
    throw new UsageError(`${option} takes a time such as 2026-11-01 or 2026-11-01T12:00:00Z.`);
  return new Date(time);
}

function describe(differences: Difference[], what: string): string {
  if (differences.length === 0) return `${what}: nothing differs.`;
  const rows = differences.map(({ kind, orderId, transactionId, ours, theirs }) => [
    kind,
    orderId ?? '-',
    transactionId ?? '-',
    ours,
    theirs,
  ]);
  const kinds = [...new Set(differences.map(({ kind }) => kind))];
  return [
    `${what}: ${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}.`,
    table([['difference', 'order', 'transaction', 'ours', "the provider's"], ...rows]),
    kinds.map((kind) => `${kind}: ${ADVICE[kind]}`).join('\n'),
  ].join('\n\n');
}

function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
