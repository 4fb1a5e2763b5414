import Database from 'libsql';
import { vi } from 'vitest';

export interface Execution {
  statement: string;
  /** Whether it held SQLite's write lock. */
  isLocked: boolean;
}

/** Records what SQLite executes, until `vi.restoreAllMocks()`. */
export function recordStatements(): Execution[] {
  const executions: Execution[] = [];
  const { prepare } = Database.prototype;
  vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database.Database, statement: string) {
    const prepared = prepare.call(this, statement);
    for (const name of ['all', 'run'] as const) {
      const execute = prepared[name].bind(prepared) as (...values: unknown[]) => never;
      prepared[name] = (...values: unknown[]) => {
        executions.push({ statement, isLocked: this.inTransaction });
        return execute(...values);
      };
    }
    return prepared;
  });
  return executions;
}

/** These tables grow with the number of customers. Others have at most a few hundred rows. */
const GROWING =
  /^(backend_(accounts|invitations|mails|orders|payment_\w+|registrations|settlements|tokens)|sessions|sign_up_events|limits)$/;

/** Returns plan steps that scan a whole growing table. A step that scans only an index names it, so it does not match. */
export function findFullScans(database: Database.Database, statement: string): string[] {
  const steps = database.prepare(`explain query plan ${statement}`).all() as { detail: string }[];
  return steps.flatMap(({ detail }) => {
    const scanned = /^SCAN (\w+)(?: AS \w+)?$/.exec(detail)?.[1];
    return scanned !== undefined && GROWING.test(scanned) ? [`${scanned}: ${statement}`] : [];
  });
}
