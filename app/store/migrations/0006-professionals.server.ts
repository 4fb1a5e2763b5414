import type { Migration } from 'kysely';

/** A professional has an account like a parent's, so that one index keeps e-mails unique. Their own fields are in a separate table. */
export const professionals: Migration = {
  async up(db) {
    await db.schema
      .createTable('backend_professionals')
      .addColumn('account_id', 'text', (column) => column.primaryKey())
      .addColumn('key_hash', 'text', (column) => column.notNull().unique())
      .addColumn('registration', 'text', (column) => column.notNull())
      .addColumn('security_question', 'text', (column) => column.notNull())
      .addColumn('security_answer_hash', 'text', (column) => column.notNull())
      .addColumn('security_code_hash', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('backend_professional_codes')
      .addColumn('code', 'text', (column) => column.primaryKey())
      .addColumn('professional_id', 'text', (column) => column.notNull())
      .execute();
  },
};
