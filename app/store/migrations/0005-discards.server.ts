import { sql, type Migration } from 'kysely';

/** The registrations that the front end deletes at the backend after Exit (app/store/schema.ts describes the columns). */
export const discards: Migration = {
  async up(db) {
    await sql
      .raw(
        `create table discards (
          id text primary key,
          registration text not null,
          tries integer not null default 0,
          next_try_at text not null
        )`,
      )
      .execute(db);
  },
};
