import { sql, type Migration } from 'kysely';

/** Of two sign-ups with one e-mail that pay at the same instant, only one becomes an account, unless a parent confirmed the second. */
export const oneAccountPerEmail: Migration = {
  async up(db) {
    await db.schema.alterTable('backend_accounts').addColumn('email_key', 'text').execute();
    // Where accounts already share an e-mail, the first one keeps it.
    await sql`update backend_accounts set email_key = email where not exists (
      select 1 from backend_accounts as earlier where earlier.email = backend_accounts.email
        and (earlier.created_at < backend_accounts.created_at
          or (earlier.created_at = backend_accounts.created_at and earlier.id < backend_accounts.id)))`.execute(db);
    await db.schema
      .createIndex('backend_accounts_by_email_key')
      .unique()
      .on('backend_accounts')
      .column('email_key')
      .execute();
  },
};
