import { sql, type Migration } from 'kysely';

/** Links an invite's mail to its invitation, so that the two can be deleted together. */
export const mailsOfInvitations: Migration = {
  async up(db) {
    const statements = [
      'alter table backend_mails add column invitation_id text',
      'create index backend_mails_by_invitation on backend_mails (invitation_id) where invitation_id is not null',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
