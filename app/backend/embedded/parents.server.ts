import type { z } from 'zod';
import type { addressBody } from '~/backend/messages';
import { os } from './context';
import { findToken } from './tokens.server';

/** One's own record, with a credentials token that was not used yet, or a sign-in. */
export const get = os.parents.get.handler(async ({ input, context, errors }) => {
  const { db, clock } = context;
  const token = await findToken(db, clock, input.headers.authorization);
  if (!token || token.used_at !== null || token.account_id !== input.params.userId) throw errors.FORBIDDEN();
  const account = await db
    .selectFrom('backend_accounts')
    .select(['id', 'email', 'address'])
    .where('id', '=', token.account_id)
    .executeTakeFirst();
  if (!account) throw errors.NOT_FOUND();
  const address = JSON.parse(account.address ?? 'null') as z.infer<typeof addressBody> | null;
  return { userId: account.id, email: account.email, address: { country: address?.country ?? null } };
});
