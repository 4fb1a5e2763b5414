import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { countByPepper } from '~/backend/embedded/people/seal-hashes.server';
import { createSealing, KEY_ID_LENGTH, keyIdOf } from '~/lib/sealing.server';
import type { Db } from '~/store/store';
import { findSqliteFaults } from '~/store/sqlite-file.server';
import { compareMigrations, hasMigrations } from '~/store/migrate.server';
import type { Schema } from '~/store/schema';

/** The tables that a site cannot run without. */
const COUNTED = {
  accounts: 'backend_accounts',
  families: 'backend_families',
  registrations: 'backend_registrations',
  invites: 'backend_invitations',
  orders: 'backend_orders',
  payments: 'backend_payment_attempts',
  'activation codes': 'backend_activation_codes',
  mails: 'backend_mails',
  sessions: 'sessions',
} as const satisfies Record<string, keyof Schema>;

/** Columns that `SESSION_SECRET` seals, with the purpose of their key. */
const SEALED = [
  { what: 'sessions', table: 'sessions', column: 'data', purpose: 'session' },
  { what: 'payments', table: 'backend_payment_attempts', column: 'sealed_nonce', purpose: 'backend' },
  { what: 'payments', table: 'backend_payment_attempts', column: 'sealed_codes', purpose: 'backend' },
  { what: 'payments', table: 'backend_payment_attempts', column: 'sealed_answer', purpose: 'backend' },
  { what: 'mails', table: 'backend_mails', column: 'sealed_content', purpose: 'backend' },
] as const;

export interface Verdict {
  /** The findings, one per line. */
  lines: string[];
  /** The reasons why a server cannot start from the copy, one per line. */
  faults: string[];
}

/** Checks each SQLite file of a folder for damage. */
export function verifyFiles(folder: string, names: readonly string[]): Verdict {
  const found = names.filter((name) => existsSync(join(folder, name)));
  const faults = found.flatMap((name) => faultsOf(join(folder, name)).map((fault) => `${name}: ${fault}`));
  return { lines: [`files      ${found.join(', ')}: ${faults.length === 0 ? 'sound' : 'damaged'}`], faults };
}

/** SQLite reports some damage by an error. */
function faultsOf(path: string): string[] {
  try {
    return findSqliteFaults(path);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/**
 * Checks whether this release can start from a store, and open its sealed data.
 *
 * @param secrets those of the site, in the clear, like `peppers`; empty if unknown
 */
export async function verifyStore(
  db: Db,
  { secrets, peppers }: { secrets: readonly string[]; peppers: readonly string[] },
): Promise<Verdict> {
  // An interrupted copy or restore leaves an empty database.
  if (!(await hasMigrations(db))) return { lines: ['migrations none'], faults: ['The database contains no store.'] };
  const parts = [
    await verifyMigrations(db),
    await countRows(db),
    await verifySecrets(db, secrets),
    await verifyPeppers(db, peppers),
  ];
  return { lines: parts.flatMap(({ lines }) => lines), faults: parts.flatMap(({ faults }) => faults) };
}

async function verifyMigrations(db: Db): Promise<Verdict> {
  const { unknown, missing } = await compareMigrations(db);
  const what = missing.length === 0 ? 'complete' : `a start adds ${missing.length} (${missing.join(', ')})`;
  return {
    lines: [`migrations ${what}`],
    faults: unknown.map((name) => `The migration ${name} belongs to a later release: verify with that release.`),
  };
}

async function countRows(db: Db): Promise<Verdict> {
  const counts: string[] = [];
  for (const [name, table] of Object.entries(COUNTED)) {
    const { count } = await db
      .selectFrom(table as 'sessions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    counts.push(`${count} ${name}`);
  }
  return { lines: [`rows       ${counts.join(', ')}`], faults: [] };
}

/** Opens one text of each key, to find damaged ones too. */
async function verifySecrets(db: Db, secrets: readonly string[]): Promise<Verdict> {
  let opened = 0;
  let unreadable = 0;
  const faults: string[] = [];
  for (const { table, column, purpose } of SEALED) {
    const sealing = secrets.length === 0 ? undefined : createSealing(secrets, purpose);
    for (const { text, count } of await sampleByKey(db, table, column)) {
      if (!sealing?.keyIds.includes(keyIdOf(text))) unreadable += count;
      else if (canOpen(() => sealing.open(text))) opened += count;
      else faults.push(`A sealed text in ${table} is damaged: its key does not open it.`);
    }
  }
  if (unreadable > 0) faults.push(`${unreadable} texts are sealed with a secret that is missing in SESSION_SECRET.`);
  return { lines: [`secrets    SESSION_SECRET opens ${opened} texts`], faults };
}

/** The number of texts by what they belong to, in the order of `SEALED`. */
export type SealedTexts = Record<(typeof SEALED)[number]['what'], number>;

/**
 * Counts the texts that `SESSION_SECRET` seals.
 *
 * @returns for each secret, in their order, and last for those that none of them sealed
 */
export async function countBySecret(db: Db, secrets: readonly string[]): Promise<SealedTexts[]> {
  const counts = [...secrets, 'none'].map((): SealedTexts => ({ sessions: 0, payments: 0, mails: 0 }));
  for (const { what, table, column, purpose } of SEALED) {
    const { keyIds } = createSealing(secrets, purpose);
    for (const { text, count } of await sampleByKey(db, table, column)) {
      // -1, for the last one, if none sealed it.
      const at = keyIds.indexOf(keyIdOf(text));
      const sealed = counts.at(at);
      if (sealed) sealed[what] += count;
    }
  }
  return counts;
}

/** One sealed text of each key, with the number of texts it has sealed. */
async function sampleByKey(db: Db, table: string, column: string): Promise<{ text: string; count: number }[]> {
  const value = sql.ref(column);
  const { rows } = await sql<{ text: string; count: number }>`
    select min(${value}) as text, count(*) as count from ${sql.table(table)}
    where ${value} is not null group by substr(${value}, 1, ${sql.lit(KEY_ID_LENGTH)})`.execute(db);
  return rows.map(({ text, count }) => ({ text, count: Number(count) }));
}

async function verifyPeppers(db: Db, peppers: readonly string[]): Promise<Verdict> {
  const counts = await countByPepper(db);
  const known: readonly string[] = peppers.length === 0 ? [] : createSealing(peppers, 'pepper').keyIds;
  const sum = (isCounted: (id: string) => boolean) =>
    [...counts].reduce((total, [id, count]) => total + (isCounted(id) ? count : 0), 0);
  const lost = sum((id) => !known.includes(id));
  return {
    lines: [`pepper     PEPPER opens ${sum((id) => known.includes(id))} rows`],
    faults:
      lost > 0
        ? [`${lost} rows are sealed with a secret that is missing in PEPPER: a server cannot start from the copy.`]
        : [],
  };
}

function canOpen(open: () => unknown): boolean {
  try {
    open();
    return true;
  } catch {
    return false;
  }
}
