import type { Experiment } from '~/domain/experiments';
import { CREDENTIALS_DAYS } from '~/domain/mailed-links';
import type { EmbeddedContext } from '~/backend/embedded/context';

/** The flag that makes storage a paid option of a build-your-own package. */
export const STORAGE_PRICED_FLAG = 'GROW805';

/** No session lasts longer. */
const KEPT_DAYS = CREDENTIALS_DAYS;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Whether a visitor is in the treatment group of an experiment that decides an offer or a price. The first result is stored, so that
 * flipping a flag changes no price between two pages (docs/decisions/0022).
 *
 * @param anonymousId undefined if the browser refuses tracking: the flag service then returns its default
 */
export async function decideTreatment(
  { db, flags, clock }: Pick<EmbeddedContext, 'db' | 'flags' | 'clock'>,
  flag: Experiment,
  anonymousId: string | null | undefined,
): Promise<boolean> {
  if (!anonymousId) return flags.isTreatment(flag);
  const find = () =>
    db
      .selectFrom('backend_variants')
      .select('is_treatment')
      .where('anonymous_id', '=', anonymousId)
      .where('flag', '=', flag)
      .executeTakeFirst();
  const known = await find();
  if (known) return known.is_treatment === 1;
  const answer = await flags.isTreatment(flag, anonymousId);
  const now = clock.now();
  const row = { anonymous_id: anonymousId, flag, is_treatment: Number(answer), created_at: now.toISOString() };
  const kept = await db
    .insertInto('backend_variants')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('is_treatment')
    .executeTakeFirst();
  // A concurrent request stored its result first.
  if (!kept) return (await find())?.is_treatment === 1;
  const tooOld = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString();
  await db.deleteFrom('backend_variants').where('created_at', '<', tooOld).execute();
  return answer;
}
