import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { openStore, type Store } from '~/store/open-store.server';
import { makeDatabase } from '~tests/servers/postgres-database';
import { openFaultyProxy } from '~tests/fakes/faulty-proxy';

const TIMEOUT_MS = 300;

let proxy: Awaited<ReturnType<typeof openFaultyProxy>>;
let store: Store;
let lost: Error[];
beforeEach(async () => {
  lost = [];
  proxy = await openFaultyProxy(await makeDatabase());
  store = await openStore({
    dataDir: 'unused',
    databaseUrl: proxy.url,
    poolSize: 2,
    patienceMs: TIMEOUT_MS,
    onLost: (error) => void lost.push(error),
  });
});
afterEach(async () => {
  await proxy.close();
  await store.close().catch(() => undefined);
});

const sessions = () => store.db.selectFrom('sessions').selectAll().execute();

/** PgBouncer refuses a connection with others (its setting ignore_startup_parameters). */
const OF_PGBOUNCER = ['user', 'database', 'client_encoding', 'application_name'];

it('sets its time limits once for each connection, with startup parameters that PgBouncer accepts', async () => {
  const limits = async () => {
    const { rows } = await sql<object>`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(store.db);
    return rows;
  };
  for (let time = 0; time < 3; time += 1) expect(await limits()).toEqual([{ statement: '300ms', idle: '300ms' }]);
  const startups = proxy.sent.filter((message) => message.includes('application_name'));
  // One of the migrations, and one of the pool.
  expect(startups).toHaveLength(2);
  const names = startups.flatMap((message) =>
    message
      .slice(8)
      .split('\0')
      .filter((part, at) => part !== '' && at % 2 === 0),
  );
  expect(names.filter((name) => !OF_PGBOUNCER.includes(name))).toEqual([]);
  expect(proxy.sent.filter((message) => message.includes('set statement_timeout'))).toHaveLength(1);
});

it('fails at once when connections are cut, and works again afterwards', async () => {
  expect(await sessions()).toEqual([]);
  proxy.cut();
  await expect.poll(() => lost.length).toBeGreaterThan(0);
  await expect(store.ping()).rejects.toThrow(Error);
  await expect(sessions()).rejects.toThrow('failed to connect to Postgres');
  await expect(sessions()).rejects.toHaveProperty('cause', expect.any(Error));
  proxy.recover();
  await store.ping();
  expect(await sessions()).toEqual([]);
});

it('times out while Postgres does not respond, and works again afterwards', async () => {
  await Promise.all([store.ping(), store.ping()]);
  proxy.silence();
  // More queries than connections, because waiting for a connection must time out, too.
  const outcomes = await Promise.allSettled([sessions(), sessions(), sessions(), store.ping()]);
  expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  proxy.recover();
  await store.ping();
  expect(await sessions()).toEqual([]);
});

it('fails while Postgres is read-only, also at a start, and works again afterwards', async () => {
  const open = () => openStore({ dataDir: 'unused', databaseUrl: proxy.url, poolSize: 1 });
  const reader = await open();
  onTestFinished(() => reader.close());
  const name = sql.id(new URL(proxy.url).pathname.slice(1));
  // Only later connections are read-only, so the one that sets it can reset it.
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(store.db);
  const insert = () =>
    reader.db.insertInto('sessions').values({ id: 'one', data: '{}', created_at: '', expires_at: '' }).execute();
  await expect(insert()).rejects.toMatchObject({ code: '25006' });
  await expect(reader.ping()).rejects.toThrow('Postgres is read-only');
  const fault = { code: 'database-unreachable', message: 'Postgres is read-only', cause: undefined };
  await expect(open()).rejects.toMatchObject(fault);
  await sql`alter database ${name} reset default_transaction_read_only`.execute(store.db);
  await insert();
  await reader.ping();
});

it('closes while Postgres does not respond, so that a process can exit', async () => {
  await store.ping();
  proxy.silence();
  const ended = await store.close().then(
    () => 'closed',
    (error: Error) => error.message,
  );
  expect(ended).toMatch(/^(closed|no response within)/);
});

it('rolls back a transaction that loses its connection, without crashing the process', async () => {
  const row = { id: 'one', data: '{}', created_at: '', expires_at: '' };
  const writing = store.db.transaction().execute(async (transaction) => {
    await transaction.insertInto('sessions').values(row).execute();
    proxy.cut();
    await transaction.selectFrom('sessions').selectAll().execute();
  });
  await expect(writing).rejects.toThrow(Error);
  proxy.recover();
  expect(await sessions()).toEqual([]);
});

it('cancels a query that runs too long, and keeps the connection', async () => {
  await expect(sql`select pg_sleep(60)`.execute(store.db)).rejects.toMatchObject({ code: '57014' });
  await store.ping();
});

it('reports why the store could not be opened, without the password', async () => {
  proxy.cut();
  const databaseUrl = proxy.url.replace('joinery@', 'joinery:hunter2@');
  const opening = openStore({ dataDir: 'unused', databaseUrl });
  const error = await opening.catch((reason: unknown) => reason as Error);
  expect(error).toMatchObject({ message: 'failed to connect to Postgres', cause: expect.any(Error) as Error });
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('hunter2');
});
