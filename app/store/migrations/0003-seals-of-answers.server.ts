import { sql, type Migration } from 'kysely';

/** Finds payment responses that an earlier `SESSION_SECRET` sealed, by the id of their key. */
export const sealsOfAnswers: Migration = {
  async up(db) {
    await sql
      .raw(
        `create index backend_attempts_by_answer_seal on backend_payment_attempts (substr(sealed_answer, 1, 8))
          where sealed_answer is not null`,
      )
      .execute(db);
  },
};
