import type { Kysely, Selectable } from 'kysely';
import type { ProfessionalUserBody } from '~/backend/schemas/professional';
import type { ProfessionalTable } from '~/store/backend-tables';
import type { Schema } from '~/store/schema';

/** A professional as they are kept. */
export type ProfessionalRow = Selectable<ProfessionalTable>;

/** A professional by the id of their account; undefined where there is none. Invites are created from what this gives. */
export async function findProfessional(
  db: Kysely<Schema>,
  accountId: string,
): Promise<{ accountId: string; firstName: string; lastName: string } | undefined> {
  const row = await db
    .selectFrom('backend_professionals')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { firstName, lastName } = readRegistration(row);
  return { accountId, firstName, lastName };
}

/** What a professional entered, without its security part. */
export function readRegistration({ registration }: Pick<ProfessionalRow, 'registration'>) {
  return JSON.parse(registration) as Omit<ProfessionalUserBody, `security${string}`>;
}
