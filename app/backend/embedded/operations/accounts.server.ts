import { passwordRules } from '~/domain/password-rules';
import { findBrokenUsernameRule } from '~/domain/username-rules';
import { isUniqueViolation } from '~/store/unique-violation';
import { findLanguage } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import { duplicateFault, findUsernameOwner, usernameKey } from '~/backend/embedded/people/accounts.server';
import { os } from '~/backend/embedded/context';
import { findAccountHolder, type AccountHolder } from '~/backend/embedded/people/account-holder.server';
import { hashPassword, verifyPassword } from '~/backend/embedded/people/passwords.server';
import { findProfessional } from '~/backend/embedded/people/professional-record.server';
import { saveCredentials } from '~/backend/embedded/people/save-credentials.server';
import { findToken, issueToken } from '~/backend/embedded/people/tokens.server';

export const usernameAvailability = os.credentials.usernameAvailability.handler(async ({ input, context, errors }) => {
  const holder = await findAccountHolder(context, input.headers.authorization);
  if (!holder || holder.isDone) throw errors.FORBIDDEN();
  const username = input.body.username.trim();
  if (findBrokenUsernameRule(username)) return { meetsRequirements: false, available: false };
  const owner = await findUsernameOwner(context.db, username);
  // A double click's other request may have set the username since the holder was read.
  return { meetsRequirements: true, available: owner === undefined || owner === holder.userId };
});

/**
 * Sets username and password and uses up the token. A repeated call gets the same response, so that a form sent twice does not fail. An
 * invited parent who has nothing to pay gets their account here.
 */
export const setCredentials = os.credentials.set.handler(async ({ input, context, errors }) => {
  const { password } = input.body;
  const username = input.body.username.trim();
  const t = translate(findLanguage(input.headers['accept-language']));
  const find = () => findAccountHolder(context, input.headers.authorization);
  const holder = await find();
  if (!holder) throw errors.FORBIDDEN();
  const { userId } = holder;
  if (holder.isDone) {
    if (await isSameAsStored(holder, username, password)) return { userId };
    throw errors.FORBIDDEN();
  }
  if (!holder.canSet) throw errors.FORBIDDEN();

  const fault = (field: string, text: string) => errors.INVALID({ data: { validationErrors: [{ field, text }] } });
  if (holder.email === null) throw fault('parent', t('backend:validation.parent'));
  const taken = () => fault('username', t('backend:validation.username'));
  // A duplicate submission or another form may have used the token since it was read.
  const isAlreadySet = async () => {
    const now = await find();
    return now !== undefined && (await isSameAsStored(now, username, password));
  };
  if (findBrokenUsernameRule(username)) throw taken();
  if ((await findUsernameOwner(context.db, username)) !== undefined) {
    if (await isAlreadySet()) return { userId };
    throw taken();
  }
  if (!passwordRules(password, username, holder.email).every(({ met }) => met))
    throw fault('password', t('backend:validation.password'));
  const passwordHash = await hashPassword(password);
  try {
    const saved = await saveCredentials(context, holder, username, passwordHash);
    if (saved === 'saved') return { userId };
    if (saved === 'duplicate') throw errors.INVALID({ data: { validationErrors: duplicateFault(t, 'parent', true) } });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    if (await isAlreadySet()) return { userId };
    throw taken();
  }
  if (await isAlreadySet()) return { userId };
  throw errors.FORBIDDEN();
});

async function isSameAsStored({ account }: AccountHolder, username: string, password: string): Promise<boolean> {
  return (
    account !== undefined &&
    account.username_key === usernameKey(username) &&
    (await verifyPassword(password, account.password_hash))
  );
}

/** Signs in. A wrong username or password is not an error: it redirects to the login form (docs/rules.md, "Sign-in"). */
export const signIn = os.sessions.create.handler(async ({ input, context }) => {
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
