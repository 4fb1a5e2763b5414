import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import Database from 'libsql';
import { PAYMENT_TYPES } from '~/domain/order';
import type { ProviderTransaction } from '~/payments/port';
import { TRANSACTION_STATUSES } from '~/payments/records-port';
import { jsonColumn } from '~/store/json-column';
import { makePrivateFile } from '~/store/private-files.server';
import { commitWrites } from '~/store/sqlite-writes.server';
import { AGREEMENTS_TABLE, agreementsIn } from './agreements.server';
import { CARD_BEHAVIOURS } from './cards';
import { REFUNDS_TABLE, refundsIn } from './refunds.server';

const nonceRow = z.object({
  nonce: z.string(),
  payment_type: z.enum(PAYMENT_TYPES),
  /** The number is never stored: only the brand, the last four digits and the behaviour. */
  brand: z.string(),
  last_four: z.string().nullable(),
  behaviour: z.enum(CARD_BEHAVIOURS),
  created_at: z.string(),
  used_at: z.string().nullable(),
});
export type SandboxNonce = z.infer<typeof nonceRow>;

const status = z.enum(TRANSACTION_STATUSES);
const transaction = z.object({
  transactionId: z.string(),
  orderId: z.string(),
  status,
  amount: z.number(),
  currency: z.string(),
  paymentType: z.enum(PAYMENT_TYPES),
  cardLastFour: z.string().nullable(),
  reason: z.string().nullable(),
  merchantAccount: z.string(),
  brand: z.string(),
  storedOnFile: z.boolean(),
  createdAt: z.string(),
});
export type SandboxTransaction = z.infer<typeof transaction>;

/** The status column is current; the body contains the initial status. */
const transactionRow = z.object({ status, body: z.string() });
const bodyColumn = jsonColumn('body', transaction);
const disputeRow = z.object({ state: z.enum(['open', 'won', 'lost']) });
type DisputeState = z.infer<typeof disputeRow>['state'];
const settingRow = z.object({ value: z.string() });

export type SandboxStore = ReturnType<typeof openSandboxStore>;

const TABLES = `
  create table if not exists settings (name text primary key, value text not null);
  create table if not exists nonces (
    nonce text primary key, payment_type text not null, brand text not null, last_four text, behaviour text not null,
    created_at text not null, used_at text
  );
  create table if not exists transactions (
    sequence integer primary key autoincrement, id text not null unique, order_id text not null, status text not null, body text not null
  );
  create index if not exists transactions_by_order on transactions (order_id);
  create table if not exists disputes (transaction_id text primary key, state text not null);
`;

const WAL_TRIES = 100;
const WAL_PAUSE_MS = 20;

/**
 * Tries again for 2 s, because replicas on one machine may create the file at the same instant. SQLite's own `busy_timeout` does not help:
 * two connections that both want the mode would wait for each other, so SQLite refuses one at once.
 */
function enterWal(database: Database.Database): void {
  for (let tries = 1; ; tries++) {
    try {
      return void database.exec('pragma journal_mode = WAL');
    } catch (error) {
      if (tries === WAL_TRIES || !(error as Error).message.includes('database is locked')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAL_PAUSE_MS);
    }
  }
}

/**
 * The sandbox's own file and connection, separate from the backend's like a provider's books. Every call is committed to disk before it
 * returns.
 */
export function openSandboxStore(dataDir: string) {
  const file = join(dataDir, 'sandbox.db');
  makePrivateFile(file);
  const database = commitWrites(new Database(file));
  enterWal(database);
  for (const pragma of ['busy_timeout = 2000', 'synchronous = FULL']) database.pragma(pragma);
  database.exec(TABLES + AGREEMENTS_TABLE + REFUNDS_TABLE);
  database
    .prepare(`insert into settings (name, value) values ('client-token-key', ?) on conflict do nothing`)
    .run(randomBytes(32).toString('hex'));
  // Reads the stored key, because another process may have written it first.
  const { value: clientTokenKey } = settingRow.parse(
    database.prepare(`select value from settings where name = 'client-token-key'`).get(),
  );

  const transactionsWhere = (where: string, ...values: string[]) =>
    database
      .prepare(`select status, body from transactions ${where} order by sequence desc`)
      .all(...values)
      .map(readTransaction);

  return {
    agreements: agreementsIn(database),
    refunds: refundsIn(database),
    disputes: disputesIn(database),

    clientTokenKey,

    addNonce(nonce: Omit<SandboxNonce, 'used_at'>): void {
      database
        .prepare(
          `insert into nonces (nonce, payment_type, brand, last_four, behaviour, created_at) values (?, ?, ?, ?, ?, ?)`,
        )
        .run(nonce.nonce, nonce.payment_type, nonce.brand, nonce.last_four, nonce.behaviour, nonce.created_at);
    },

    findNonce: (nonce: string) =>
      nonceRow.optional().parse(database.prepare('select * from nonces where nonce = ?').get(nonce)),

    /** Spends the nonce and books the transaction in one transaction. */
    book(nonce: string, transaction: SandboxTransaction): void {
      database.transaction(() => {
        database.prepare('update nonces set used_at = ? where nonce = ?').run(transaction.createdAt, nonce);
        database
          .prepare('insert into transactions (id, order_id, status, body) values (?, ?, ?, ?)')
          .run(transaction.transactionId, transaction.orderId, transaction.status, bodyColumn.write(transaction));
      })();
    },

    setStatus(id: string, status: ProviderTransaction['status']): void {
      database.prepare('update transactions set status = ? where id = ?').run(status, id);
    },

    findTransaction: (id: string) => transactionsWhere('where id = ?', id)[0],
    /** Newest first. */
    transactionsOf: (orderId: string) => transactionsWhere('where order_id = ?', orderId),
    /** Newest first. */
    allTransactions: () => transactionsWhere(''),
    close: () => void database.close(),
  };
}

function readTransaction(row: unknown): SandboxTransaction {
  const { status, body } = transactionRow.parse(row);
  return { ...bodyColumn.read(body), status };
}

/** One row per disputed transaction. */
function disputesIn(database: Database.Database) {
  return {
    set(transactionId: string, state: DisputeState): void {
      database
        .prepare(
          `insert into disputes (transaction_id, state) values (?, ?) on conflict do update set state = excluded.state`,
        )
        .run(transactionId, state);
    },
    find: (transactionId: string): DisputeState | null =>
      disputeRow
        .optional()
        .parse(database.prepare('select state from disputes where transaction_id = ?').get(transactionId))?.state ??
      null,
  };
}
