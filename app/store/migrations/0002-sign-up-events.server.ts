import { sql, type Migration } from 'kysely';

/**
 * The outcomes of a sign-up's requests (app/store/schema.ts describes the columns). Every posted form inserts a row, so all indexes grow
 * only at their end. Operators' commands scan the table, which keeps rows for 30 days.
 */
export const signUpEvents: Migration = {
  async up(db) {
    const statements = [
      `create table sign_up_events (
        id text primary key,
        sign_up text not null,
        at text not null,
        request_id text not null,
        method text not null,
        path text not null,
        status integer not null,
        led_to text,
        reason text,
        person text,
        email text,
        order_id text,
        attempt integer
      )`,
      'create index sign_up_events_by_age on sign_up_events (at)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
