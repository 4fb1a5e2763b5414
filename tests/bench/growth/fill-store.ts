import type { BenchDatabase } from './databases';

/** The number of added rows. */
export interface Size {
  /** Abandoned live sessions. */
  sessions: number;
  /** Sessions that the purge deletes. */
  expiredSessions: number;
  /** Paid sign-ups, each with its payment, settlement, token and mail. */
  paid: number;
  /** Payments with an unknown outcome, for the recovery. */
  unknown: number;
}

const LATER = `'2999-01-01T00:00:00.000Z'`;
const LONG_AGO = `'2020-01-01T00:00:00.000Z'`;

/** Copies the rows of a walk to the receipt under other ids, so every row has a realistic size. */
export async function fillStore(
  database: BenchDatabase,
  { sessions, expiredSessions, paid, unknown }: Size,
): Promise<void> {
  const { id } = database;
  const live = 'ended_as is null order by length(data) desc';
  await copy('sessions', sessions, { id, expires_at: LATER }, live);
  await copy('sessions', expiredSessions, { id, expires_at: LONG_AGO }, live);
  await copy('backend_registrations', paid, { id }, 'account_id is not null');
  await copy('backend_payment_attempts', paid, { order_id: id, signup_id: id }, `state = 'settled'`);
  await copy('backend_tokens', paid, { token_hash: id, expires_at: LATER });
  await copy('backend_mails', paid, { id, sent_at: 'one.created_at' });
  if (paid > 0)
    await database.run(`insert into backend_settlements (order_id, transaction_id, state, submitted_at, updated_at)
      select order_id, order_id, 'settled', updated_at, updated_at from backend_payment_attempts
      where state = 'settled' and order_id not in (select order_id from backend_settlements)`);
  const withoutLease = { lease_token: 'null', lease_until: 'null' };
  const unknowns = { order_id: id, signup_id: id, state: `'unknown'`, ...withoutLease };
  await copy('backend_payment_attempts', unknown, unknowns, `state = 'settled'`);

  /** @param own SQL of the columns that are not copied */
  async function copy(table: string, count: number, own: Record<string, string>, where = '1 = 1'): Promise<void> {
    if (count === 0) return;
    if (!(await database.hasRow(`select 1 from ${table} where ${where} limit 1`)))
      throw new Error(`${table} has no row to copy`);
    const columns = await database.columnsOf(table);
    const values = columns.map((column) => own[column] ?? `one.${column}`);
    await database.run(`insert into ${table} (${columns.join(', ')}) select ${values.join(', ')}
      from ${database.numbers(count)}, (select * from ${table} where ${where} limit 1) as one`);
  }
}
