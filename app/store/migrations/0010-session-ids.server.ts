import { performance } from 'node:perf_hooks';
import { sql, type Migration } from 'kysely';

/** Sessions get new ids on their way and belong to one browser; the cookies get other names (docs/decisions/0046). */
export const sessionIds: Migration = {
  async up(db) {
    await db.schema.alterTable('sessions').addColumn('visitor', 'text').execute();
    await db.schema.alterTable('sessions').addColumn('ended_as', 'text').execute();
    await db.schema
      .createTable('upgrades')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('at', 'text', (column) => column.notNull())
      .execute();
    // A new store runs every migration in one process. In one that is older, browsers hold cookies of the release before.
    await sql`insert into upgrades (name, at) select 'cookie-names', ${new Date().toISOString()}
      where exists (select 1 from kysely_migration where timestamp < ${new Date(performance.timeOrigin).toISOString()})`.execute(
      db,
    );
  },
};
