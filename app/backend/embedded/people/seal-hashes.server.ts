import { sql, type Kysely } from 'kysely';
import { keyIdOf, type Sealing } from '~/lib/sealing.server';
import type { Schema } from '~/store/schema';

/** Where something stands that the pepper seals, with the table's primary key. */
const PEPPERED = [
  { table: 'backend_accounts', key: 'id', column: 'security_answer_hash' },
  { table: 'backend_accounts', key: 'id', column: 'security_code_hash' },
  { table: 'backend_invitations', key: 'id', column: 'security_answer_hash' },
  { table: 'backend_invitations', key: 'id', column: 'security_code_hash' },
  { table: 'backend_professionals', key: 'account_id', column: 'security_answer_hash' },
  { table: 'backend_professionals', key: 'account_id', column: 'security_code_hash' },
  { table: 'backend_professional_codes', key: 'code', column: 'sealed_code' },
  { table: 'backend_keys', key: 'name', column: 'sealed_key' },
] as const;

type Place = (typeof PEPPERED)[number];

/** What a hash without a seal begins with: one of an older release. */
const BARE = '$argon2i';
/** The length of a key's id, and of `BARE`. */
const MARK = 8;
/** Rows per round. */
const AT_ONCE = 200;

/**
 * Seals the next hashes that stand bare, and seals anew what an earlier pepper sealed. The code or answer itself is not needed for it.
 *
 * @returns whether there may be more
 */
export async function sealLeftHashes(db: Kysely<Schema>, pepper: Sealing): Promise<boolean> {
  let isMore = false;
  for (const place of PEPPERED) isMore = (await sealIn(db, pepper, place)) || isMore;
  return isMore;
}

async function sealIn(db: Kysely<Schema>, pepper: Sealing, { table, key, column }: Place): Promise<boolean> {
  const [, ...earlier] = pepper.keyIds;
  const [id, value] = [sql.ref(key), sql.ref(column)];
  const { rows } = await sql<{ id: string; value: string }>`
    select ${id} as id, ${value} as value from ${sql.table(table)}
    where substr(${value}, 1, ${sql.lit(MARK)}) in (${sql.join([BARE, ...earlier])}) limit ${sql.lit(AT_ONCE)}`.execute(
    db,
  );
  for (const row of rows) {
    const sealed = pepper.seal(row.value.startsWith(BARE) ? row.value : pepper.open(row.value));
    // Only where nobody has changed it meanwhile.
    await sql`update ${sql.table(table)} set ${value} = ${sealed} where ${id} = ${row.id} and ${value} = ${row.value}`.execute(
      db,
    );
  }
  return rows.length === AT_ONCE;
}

/** Counts what each pepper has sealed. @returns by the key's id; `bare` is what no pepper has sealed yet */
export async function countByPepper(db: Kysely<Schema>): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { table, column } of PEPPERED) {
    const value = sql.ref(column);
    const { rows } = await sql<{ mark: string; count: number }>`
      select substr(${value}, 1, ${sql.lit(MARK)}) as mark, count(*) as count from ${sql.table(table)}
      where ${value} is not null group by 1`.execute(db);
    for (const { mark, count } of rows) {
      const name = mark === BARE ? 'bare' : keyIdOf(mark);
      counts.set(name, (counts.get(name) ?? 0) + Number(count));
    }
  }
  return counts;
}
