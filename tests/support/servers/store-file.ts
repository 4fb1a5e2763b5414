import { join } from 'node:path';
import Database from 'libsql';

/** Opens a running server's store, to read its data and to change times. */
export function withStore<Result>(dataDir: string, work: (database: Database.Database) => Result): Result {
  const database = new Database(join(dataDir, 'joinery.db'));
  try {
    database.pragma('busy_timeout = 5000');
    return work(database);
  } finally {
    database.close();
  }
}

export function countSessions(dataDir: string): number {
  return withStore(
    dataDir,
    (database) => (database.prepare('select count(*) as n from sessions').get() as { n: number }).n,
  );
}

export function expireSessions(dataDir: string): void {
  withStore(dataDir, (database) =>
    database.prepare(`update sessions set expires_at = '2001-01-01T00:00:00.000Z'`).run(),
  );
}

export interface Payments {
  orders: number;
  receipts: number;
  accounts: number;
  /** The oldest first. */
  attempts: { order_id: string; state: string; reason: string | null; lease_until: string | null }[];
}

/** Counts orders, receipts and accounts, and returns the payment attempts. */
export function readPayments(dataDir: string): Payments {
  return withStore(dataDir, (database) => {
    const count = (what: 'backend_orders' | "backend_mails where kind = 'receipt'" | 'backend_accounts') =>
      (database.prepare(`select count(*) as n from ${what}`).get() as { n: number }).n;
    const attempts = database
      .prepare('select order_id, state, reason, lease_until from backend_payment_attempts order by created_at, number')
      .all() as Payments['attempts'];
    return {
      orders: count('backend_orders'),
      receipts: count("backend_mails where kind = 'receipt'"),
      accounts: count('backend_accounts'),
      attempts,
    };
  });
}

/** Returns only the payments that the store did not contain before. */
export function readPaymentsSince(dataDir: string, before: Payments): Payments {
  const now = readPayments(dataDir);
  return {
    orders: now.orders - before.orders,
    receipts: now.receipts - before.receipts,
    accounts: now.accounts - before.accounts,
    attempts: now.attempts.filter(({ order_id }) => before.attempts.every((earlier) => earlier.order_id !== order_id)),
  };
}

/** Moves payment attempts and their leases back in time. */
export function ageAttempts(dataDir: string, ms: number): void {
  withStore(dataDir, (database) => {
    const earlier = (time: string) => new Date(Date.parse(time) - ms).toISOString();
    const rows = database.prepare('select order_id, created_at, lease_until from backend_payment_attempts').all();
    for (const { order_id, created_at, lease_until } of rows as Record<string, string | null>[]) {
      database
        .prepare('update backend_payment_attempts set created_at = ?, lease_until = ? where order_id = ?')
        .run(earlier(created_at!), lease_until && earlier(lease_until), order_id);
    }
  });
}

/** Locks the store against writes, as a stuck process would. @returns a function that unlocks it */
export function lockStore(dataDir: string): () => void {
  const database = new Database(join(dataDir, 'joinery.db'));
  database.pragma('busy_timeout = 5000');
  database.exec('begin immediate');
  return () => {
    database.exec('rollback');
    database.close();
  };
}
