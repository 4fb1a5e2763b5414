import { usernameKey } from '~/backend/embedded/people/accounts.server';
import { os } from '~/backend/embedded/context';
import { verifyPassword } from '~/backend/embedded/people/passwords.server';
import { findProfessional } from '~/backend/embedded/people/professional-record.server';
import { issueToken } from '~/backend/embedded/people/tokens.server';

/** Signs in. A wrong username or password is not an error: it redirects to the login form (docs/rules.md, "Sign-in"). */
export const create = os.sessions.create.handler(async ({ input, context }) => {
  const { username, password } = input.body;
  const account = await context.db
    .selectFrom('backend_accounts')
    .select(['id', 'password_hash'])
    .where('username_key', '=', usernameKey(username.trim()))
    .executeTakeFirst();
  const isRight = await verifyPassword(password, account?.password_hash);
  if (!account || !isRight) return { redirectUrl: context.links.logIn };
  const { token: auth } = await issueToken(context.db, context, 'sign-in', account.id);
  const isProfessional = (await findProfessional(context.db, account.id)) !== undefined;
  return { url: isProfessional ? context.links.proCases : context.links.appHome, auth, userId: account.id };
});
