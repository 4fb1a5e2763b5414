import { StartFault } from '~/lib/start-fault';
import type { Db } from '~/store/store';
import { createJob } from './settlement/known-differences.server';

/** A row of `backend_jobs` that never runs: the store has an order of a site that accepts test cards. */
const TEST_ORDERS = 'test-orders';

export async function markTestOrder(db: Db, now: Date): Promise<void> {
  await createJob(db, TEST_ORDERS, now);
}

/** @throws StartFault if test cards bought in this store, whose orders would count as paid */
export async function refuseTestOrders(db: Db): Promise<void> {
  const marker = await db.selectFrom('backend_jobs').select('name').where('name', '=', TEST_ORDERS).executeTakeFirst();
  if (!marker) return;
  throw new StartFault(
    'test-orders',
    'Test cards have bought in this store, and BRAINTREE_ENVIRONMENT=production would keep these orders as paid. Set DATA_DIR or DATABASE_URL to another store',
  );
}
