import type { Db } from './store';

/** When the store was brought up to a change that treats what is older differently for a while; undefined in a store that was never older. */
export async function findUpgrade(db: Db, name: 'cookie-names'): Promise<Date | undefined> {
  const row = await db.selectFrom('upgrades').select('at').where('name', '=', name).executeTakeFirst();
  return row && new Date(row.at);
}
