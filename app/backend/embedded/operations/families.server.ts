import { os } from '~/backend/embedded/context';
import { findToken } from '~/backend/embedded/people/tokens.server';

/** Accepts an unused credentials token or a sign-in token. */
export const setFlag = os.families.setFlag.handler(async ({ input, context, errors }) => {
  const { db, clock } = context;
  const { familyId } = input.params;
  const token = await findToken(db, clock, input.headers.authorization);
  if (!token || token.used_at !== null) throw errors.FORBIDDEN();
  const family = await db.selectFrom('backend_families').select('id').where('id', '=', familyId).executeTakeFirst();
  if (!family) throw errors.NOT_FOUND();
  const member = await db
    .selectFrom('backend_accounts')
    .select('id')
    .where('id', '=', token.account_id)
    .where('family_id', '=', familyId)
    .executeTakeFirst();
  if (!member) throw errors.FORBIDDEN();
  const { value } = input.body;
  await db
    .updateTable('backend_families')
    .set({ first_time_setup: Number(value) })
    .where('id', '=', familyId)
    .execute();
  return { value };
});
