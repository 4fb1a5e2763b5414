import type { AccountTable, TokenTable } from '~/server/store/backend-tables';
import { isUniqueViolation } from '~/server/store/unique-violation';
import { findLanguage } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import { isUsernameTaken, usernameKey } from './accounts.server';
import { os, type EmbeddedContext } from './context';
import { meetsPasswordRules, meetsUsernameRules } from './credential-rules';
import { hashPassword, isPassword } from './passwords.server';
import { findToken } from './tokens.server';

export const usernameAvailability = os.credentials.usernameAvailability.handler(async ({ input, context, errors }) => {
  const token = await findCredentialsToken(context, input.headers.authorization);
  if (!token || token.used_at !== null) throw errors.FORBIDDEN();
  const username = input.body.username.trim();
  const meetsRequirements = meetsUsernameRules(username);
  return { meetsRequirements, available: meetsRequirements && !(await isUsernameTaken(context.db, username)) };
});

/**
 * Sets username and password, once: the token has then done its work. The same call again gets the same answer, so that a form that
 * is sent twice does not fail.
 */
export const set = os.credentials.set.handler(async ({ input, context, errors }) => {
  const { db } = context;
  const { password } = input.body;
  const username = input.body.username.trim();
  const t = translate(findLanguage(input.headers['accept-language']));
  const token = await findCredentialsToken(context, input.headers.authorization);
  const account = token && (await findAccount(context, token.account_id));
  if (!token || !account) throw errors.FORBIDDEN();
  if (token.used_at !== null) {
    if (await isSameAgain(account, username, password)) return { userId: account.id };
    throw errors.FORBIDDEN();
  }

  const taken = () =>
    errors.INVALID({ data: { validationErrors: [{ field: 'username', text: t('backend:validation.username') }] } });
  if (!meetsUsernameRules(username) || (await isUsernameTaken(db, username))) throw taken();
  if (!meetsPasswordRules(password, username, account.email)) {
    throw errors.INVALID({
      data: { validationErrors: [{ field: 'password', text: t('backend:validation.password') }] },
    });
  }
  const passwordHash = await hashPassword(password);
  try {
    if (await save(context, token, username, passwordHash)) return { userId: account.id };
  } catch (error) {
    if (isUniqueViolation(error)) throw taken();
    throw error;
  }
  // Somebody used the token while the password was hashed: the same form sent twice, or another.
  const now = await findAccount(context, account.id);
  if (now && (await isSameAgain(now, username, password))) return { userId: account.id };
  throw errors.FORBIDDEN();
});

async function findCredentialsToken(context: EmbeddedContext, authorization: string): Promise<TokenTable | undefined> {
  const token = await findToken(context.db, context.clock, authorization);
  return token?.purpose === 'credentials' ? token : undefined;
}

function findAccount({ db }: EmbeddedContext, id: string): Promise<AccountTable | undefined> {
  return db.selectFrom('backend_accounts').selectAll().where('id', '=', id).executeTakeFirst();
}

async function isSameAgain(account: AccountTable, username: string, password: string): Promise<boolean> {
  return account.username_key === usernameKey(username) && (await isPassword(password, account.password_hash));
}

/** @returns whether the token was still to be used */
function save(
  { db, clock }: EmbeddedContext,
  token: TokenTable,
  username: string,
  passwordHash: string,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const used = await transaction
      .updateTable('backend_tokens')
      .set({ used_at: clock.now().toISOString() })
      .where('token_hash', '=', token.token_hash)
      .where('used_at', 'is', null)
      .returning('token_hash')
      .executeTakeFirst();
    if (!used) return false;
    await transaction
      .updateTable('backend_accounts')
      .set({ username, username_key: usernameKey(username), password_hash: passwordHash })
      .where('id', '=', token.account_id)
      .execute();
    return true;
  });
}
