import type Database from 'libsql';
import { z } from 'zod';

const disputeState = z.enum(['open', 'won', 'lost']);
export type DisputeState = z.infer<typeof disputeState>;

const disputeRow = z.object({ state: disputeState });

export const DISPUTES_TABLE = `
  create table if not exists disputes (transaction_id text primary key, state text not null);
`;

/** Disputes, as rows of the sandbox's file: one a transaction. */
export function disputesIn(database: Database.Database) {
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
