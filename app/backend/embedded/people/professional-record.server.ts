import type { Kysely, Selectable } from 'kysely';
import { professionalUserBody, type ProfessionalAnswer } from '~/backend/schemas/professional';
import type { ProfessionalTable } from '~/store/backend-tables';
import { jsonColumn } from '~/store/json-column';
import type { Schema } from '~/store/schema';

export type ProfessionalRow = Selectable<ProfessionalTable>;

/** A professional's details without the security part. */
export const professionalColumn = jsonColumn(
  'registration',
  professionalUserBody.omit({
    securityQuestion: true,
    securityAnswer: true,
    securityCode: true,
    securityCodeConfirm: true,
  }),
);

/** Finds a professional by the id of their account. */
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
  const { firstName, lastName } = professionalColumn.read(row.registration);
  return { accountId, firstName, lastName };
}

/** Without the way to a password: the mail alone has it, because it proves whose mailbox the e-mail is. */
export function professionalAnswerOf(row: ProfessionalRow): ProfessionalAnswer {
  const { title, firstName, lastName, credentials, ...registration } = professionalColumn.read(row.registration);
  return {
    userId: row.account_id,
    name: { title, firstName, lastName, credentials },
    ...registration,
    passwordUrl: null,
  };
}
