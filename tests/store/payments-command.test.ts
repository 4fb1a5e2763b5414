import { expect, it } from 'vitest';
import { payments } from '~/commands/operate/payments';
import { callCommand } from '~tests/servers/call-command';
import { attemptRow, runPaymentsCommand } from '~tests/servers/payments-command';
import { makeDatabase } from '~tests/servers/postgres-database';
import { openTestStore } from '~tests/servers/test-store';

it('lists and closes payments on the Postgres of DATABASE_URL', async () => {
  const { store, databaseUrl, close } = await openTestStore();
  const run = (...args: string[]) => runPaymentsCommand(args, { DATABASE_URL: databaseUrl! });
  expect(run()).toMatchObject({ status: 0, stdout: 'No payment waits for an operator.\n' });
  const row = attemptRow('one-1', 'needs-operator', 'void-refused-91504');
  await store.db.insertInto('backend_payment_attempts').values(row).execute();
  expect(run()).toMatchObject({ status: 1, stdout: expect.stringContaining('179.55 USD') as string });
  expect(run('settled', 'one-1', '--by', 'ann').status).toBe(1);
  expect(run('voided', 'one-1', '--by', 'ann').status).toBe(0);
  expect(run().status).toBe(0);
  await close();
});

it.each([[], ['reconcile']])('reports a database without a store: payments %s', async (...args) => {
  expect(await callCommand(payments, args, { DATABASE_URL: await makeDatabase() })).toEqual({
    code: 2,
    said: 'This database has no store of Joinery, or one of an earlier release. Check DATABASE_URL, or start the server once.\n',
  });
});

it.each([[], ['reconcile']])('reports why Postgres does not respond: payments %s', async (...args) => {
  const DATABASE_URL = 'postgres://joinery:hunter2@127.0.0.1:1/none';
  const { code, said } = await callCommand(payments, args, { DATABASE_URL });
  expect([code, said]).toEqual([
    2,
    expect.stringMatching(/failed: failed to connect to Postgres: connect ECONNREFUSED 127[.]0[.]0[.]1:1\n$/),
  ]);
  expect(said).not.toContain('hunter2');
});
