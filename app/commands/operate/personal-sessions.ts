import type { Kysely } from 'kysely';
import { normaliseEmail } from '~/domain/email';
import type { Sealing } from '~/lib/sealing.server';
import type { Schema } from '~/store/schema';

/**
 * Sessions are sealed, so each has to be opened to be searched.
 *
 * @param sealing of sessions
 * @returns the sessions with the e-mail, and how many no secret opens
 */
export async function findSessions(
  db: Kysely<Schema>,
  sealing: Sealing,
  email: string,
): Promise<{ ids: string[]; shut: number }> {
  const wanted = JSON.stringify(normaliseEmail(email));
  const ids: string[] = [];
  let shut = 0;
  for (const { id, data } of await db.selectFrom('sessions').select(['id', 'data']).execute()) {
    try {
      if (normaliseEmail(sealing.open(data)).includes(wanted)) ids.push(id);
    } catch {
      shut += 1;
    }
  }
  return { ids, shut };
}
