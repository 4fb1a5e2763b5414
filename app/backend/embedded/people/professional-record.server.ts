import { z } from 'zod';
import type { ProfessionalAnswer } from '~/backend/schemas/professional';
import { SECTIONS } from '~/backend/schemas/sections';
import type { Db } from '~/store/store';
import { jsonColumn } from '~/store/json-column';

/** A professional's details without the security part. */
export const professionalColumn = jsonColumn(
  'answers',
  z
    .object({ PROFESSIONAL_CONTACT: z.object(SECTIONS.PROFESSIONAL_CONTACT), PRACTICE: z.object(SECTIONS.PRACTICE) })
    .transform(({ PROFESSIONAL_CONTACT, PRACTICE }) => ({ ...PROFESSIONAL_CONTACT, ...PRACTICE })),
);

/** A professional's account. */
export interface ProfessionalAccount {
  accountId: string;
  /** JSON. */
  answers: string;
}

export const selectProfessionals = (db: Db) =>
  db
    .selectFrom('backend_professionals')
    .innerJoin('backend_accounts', 'backend_accounts.id', 'account_id')
    .select(['account_id as accountId', 'answers']);

/** Finds a professional by the id of their account. */
export async function findProfessional(
  db: Db,
  accountId: string,
): Promise<{ accountId: string; firstName: string; lastName: string } | undefined> {
  const account = await selectProfessionals(db).where('account_id', '=', accountId).executeTakeFirst();
  if (!account) return undefined;
  const { firstName, lastName } = professionalColumn.read(account.answers);
  return { accountId, firstName, lastName };
}

/**
 * Leaves out the link for choosing a password. Only the mail contains it, because it proves ownership of the mailbox.
 */
export function professionalAnswerOf({ accountId, answers }: ProfessionalAccount): ProfessionalAnswer {
  const { title, firstName, lastName, credentials, ...registration } = professionalColumn.read(answers);
  return {
    userId: accountId,
    name: { title, firstName, lastName, credentials },
    ...registration,
    passwordUrl: null,
  };
}
