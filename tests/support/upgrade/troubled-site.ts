import { join } from 'node:path';
import Database from 'libsql';
import pg from 'pg';
import { withStore } from '~tests/servers/store-file';
import type { Site } from './left-store';

/** Writes that the store or the provider's records can reject. A rejected write defines where a payment stops. */
const REFUSED = {
  /** The provider records no sale, so the outcome is unknown and nothing is charged. */
  sale: { in: 'book', before: 'insert on transactions' },
  /** The provider does not submit the held amount. */
  submission: { in: 'book', before: 'update on transactions' },
  /** The store records no response of the provider. */
  outcome: { in: 'store', before: 'update on backend_payment_attempts', when: "new.state <> 'started'" },
  order: { in: 'store', before: 'insert on backend_orders' },
  settled: { in: 'store', before: 'update on backend_payment_attempts', when: "new.state = 'settled'" },
} as const;

export type RefusedWrite = keyof typeof REFUSED;

/** Runs `work` while these writes are rejected. */
export async function whileRefusing<T>(site: Site, writes: RefusedWrite[], work: () => Promise<T>): Promise<T> {
  for (const write of writes) await refuse(site, write);
  try {
    return await work();
  } finally {
    for (const write of writes) await allow(site, write);
  }
}

function refuse(site: Site, write: RefusedWrite): Promise<unknown> {
  const { before, ...rest } = REFUSED[write];
  const when = 'when' in rest ? `when (${rest.when})` : '';
  if (rest.in === 'book' || site.databaseUrl === undefined)
    return run(
      site,
      rest.in,
      `create trigger refuse_${write} before ${before} ${when} begin select raise(abort, 'refused'); end`,
    );
  return run(
    site,
    rest.in,
    `create function refuse_${write}() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create trigger refuse_${write} before ${before} for each row ${when} execute function refuse_${write}()`,
  );
}

function allow(site: Site, write: RefusedWrite): Promise<unknown> {
  const isFunction = REFUSED[write].in === 'store' && site.databaseUrl !== undefined;
  return run(
    site,
    REFUSED[write].in,
    isFunction ? `drop function refuse_${write} cascade` : `drop trigger refuse_${write}`,
  );
}

/** Runs SQL in the store or in the sandbox's records. @returns the rows of a query */
export async function run(site: Site, where: 'store' | 'book', statement: string): Promise<Record<string, unknown>[]> {
  if (where === 'store' && site.databaseUrl !== undefined) {
    const client = new pg.Client({ connectionString: site.databaseUrl });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  }
  const work = (database: Database.Database) => {
    if (/^select/.test(statement)) return database.prepare(statement).all() as Record<string, unknown>[];
    database.exec(statement);
    return [];
  };
  if (where === 'store') return withStore(site.dataDir, work);
  const book = new Database(join(site.dataDir, 'sandbox.db'));
  try {
    book.pragma('busy_timeout = 5000');
    return work(book);
  } finally {
    book.close();
  }
}
