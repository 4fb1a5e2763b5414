import type { Migration } from 'kysely';

/** Why a mail was not sent, and when an operator had it sent once more. */
export const mailFailures: Migration = {
  async up(db) {
    await db.schema.alterTable('backend_mails').addColumn('last_failure', 'text').execute();
    await db.schema.alterTable('backend_mails').addColumn('requeued_at', 'text').execute();
  },
};
