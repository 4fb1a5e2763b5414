import { sql, type Migration } from 'kysely';

/**
 * The outcomes of a sign-up's requests (app/store/schema.ts describes the columns). Without an index besides the key: each form inserts a
 * row, only an operator's command reads them, and none is older than 30 days.
 */
export const signUpEvents: Migration = {
  async up(db) {
    await sql
      .raw(
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
      )
      .execute(db);
  },
};
