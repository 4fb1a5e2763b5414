import { sql } from 'kysely';
import { UsageError, type Command } from '~/commands/operate/command';
import { findPeople, listOf } from '~/commands/operate/personal-data';
import { withStoreOf } from '~/commands/operate/with-store';
import { orderIdPrefixesOf, readOrderNumber } from '~/domain/receipt/order-number';
import { method, money, time } from './readable';
import type { Db } from '~/store/store';

const MAX_LISTED = 50;
const MIN_LENGTH = 4;

const USAGE = `Usage: npm run payments -- find EMAIL|ORDER|LAST_FOUR [--json] [FOLDER]
Lists payments, newest first: of a person by e-mail; of an order or sign-up by the order number on its receipt, such as 7K3-Q9X-TF2, by an id or a
part of it of at least ${MIN_LENGTH} characters, or by the whole transaction id; or of a card by its last four digits. Up to ${MAX_LISTED}. Exits with 1 without a match.`;

const LISTED = [
  'order_id',
  'created_at',
  'state',
  'reason',
  'amount',
  'currency',
  'payment_type',
  'card_last_four',
  'transaction_id',
] as const;

/** Finds payments by details that a customer can give. */
export const findPayments: Command = {
  usage: USAGE,
  options: { json: { type: 'boolean' } },
  async run([text, folder, ...more], terminal, options) {
    if (!text || more.length > 0) throw new UsageError();
    if (text.length < MIN_LENGTH) throw new UsageError(`"${text}" is too short to search for.`);
    return withStoreOf(terminal, { folder, readonly: true }, async (db) => {
      const found = await find(db, text);
      const shown = found.slice(0, MAX_LISTED);
      if (options.json === true) terminal.print(JSON.stringify(shown, null, 2));
      else terminal.print(shown.length === 0 ? 'No payment was found.' : shown.map(describe).join('\n'));
      if (found.length > MAX_LISTED)
        terminal.printError(`More than ${MAX_LISTED} payments match. Use a narrower search.`);
      return found.length > 0 ? 0 : 1;
    });
  },
};

type Found = Awaited<ReturnType<typeof find>>[number];

/** Reads one payment more than the command prints, to detect that there are more. */
async function find(db: Db, text: string) {
  let query = db
    .selectFrom('backend_payment_attempts')
    .select(LISTED)
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
    .limit(MAX_LISTED + 1);
  if (text.includes('@')) {
    query = query.where('signup_id', 'in', listOf(await findPeople(db, text)));
  } else if (/^\d{4}$/.test(text)) {
    query = query.where('card_last_four', '=', text);
  } else {
    const part = `%${text.toLowerCase().replace(/[!%_]/g, '!$&')}%`;
    const number = readOrderNumber(text);
    const prefixes = number === undefined ? [] : orderIdPrefixesOf(number);
    const numbered = prefixes.map((prefix) => sql<boolean>`order_id like ${`${prefix}%`}`);
    query = query.where(({ or, eb }) =>
      or([eb('transaction_id', '=', text), sql<boolean>`lower(order_id) like ${part} escape '!'`, ...numbered]),
    );
  }
  return (await query.execute()).map(
    ({ order_id, created_at, payment_type, card_last_four, transaction_id, ...rest }) => ({
      orderId: order_id,
      createdAt: created_at,
      paymentType: payment_type,
      cardLastFour: card_last_four,
      transactionId: transaction_id,
      ...rest,
    }),
  );
}

function describe({ orderId, createdAt, state, reason, amount, currency, paymentType, cardLastFour }: Found): string {
  const parts = [orderId, time(createdAt), reason === null ? state : `${state} (${reason})`];
  return [...parts, money(amount, currency), method(paymentType, cardLastFour)].join('  ');
}
