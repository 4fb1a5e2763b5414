import { z } from 'zod';
import { keysOf } from '~/domain/keys-of';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { jsonColumn } from '~/store/json-column';
import type { Db } from '~/store/open-store.server';
import { DIFFERENCE_KINDS, type DifferenceKind } from './compare-books';
import { runWhenDue } from './exclusive-job.server';
import { followSettlement } from './follow-settlement.server';
import { countDifferences, reconcile } from './reconcile.server';

const NAME = 'reconciliation';
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** More than a day, so that a run that fell out is made up for. */
const SPAN_MS = 3 * DAY_MS;

const counts = z.record(z.enum(DIFFERENCE_KINDS), z.number());
const resultColumn = jsonColumn('result', z.object({ differences: counts, orders: z.number() }));

/** Reconciles the last days once a day, in one process of all. What the provider knows better is written down before it counts. */
export async function reconcileDaily(context: EmbeddedContext): Promise<boolean> {
  const { db, charging, clock } = context;
  return runWhenDue(context, {
    name: NAME,
    everyMs: DAY_MS,
    retryMs: HOUR_MS,
    async work() {
      const to = clock.now();
      const span = { from: new Date(to.getTime() - SPAN_MS), to };
      const found = await reconcile({ db, records: charging.records }, span, {
        refresh: (orderId) => followSettlement(context, orderId),
      });
      const differences = countDifferences(found.differences);
      context.reportReconciliation({ orders: found.orders, differences });
      return resultColumn.write({ orders: found.orders, differences });
    },
  });
}

export interface LastReconciliation {
  differences: Record<DifferenceKind, number>;
  /** Seconds since 1970; 0 where there was none yet. */
  finishedAt: number;
}

/** What the last run found, for the metrics. */
export async function readLastReconciliation(db: Db): Promise<LastReconciliation> {
  const row = await db
    .selectFrom('backend_jobs')
    .select(['finished_at', 'result'])
    .where('name', '=', NAME)
    .executeTakeFirst();
  const result = resultColumn.readOrNull(row?.result ?? null);
  const found = keysOf(countDifferences([])).map((kind) => [kind, result?.differences[kind] ?? 0]);
  return {
    differences: Object.fromEntries(found) as Record<DifferenceKind, number>,
    finishedAt: row?.finished_at ? Date.parse(row.finished_at) / 1000 : 0,
  };
}
