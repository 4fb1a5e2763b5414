import type { Selectable } from 'kysely';
import type { AccountTable } from '~/store/backend-tables';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { findInvite } from './invite-access.server';
import { readInvitation, skipsPayment, type Invitation } from './invitation';
import { findToken, findTokenOwner, readBearer } from './tokens.server';

/** The person who may set credentials: a payer with a credentials token, or an invited parent with an invite token. */
export interface AccountHolder {
  userId: string;
  /** Null if an invited parent has not given an e-mail. */
  email: string | null;
  /** Undefined for an invited parent who has nothing to pay and has no account yet. */
  account: Selectable<AccountTable> | undefined;
  /** The invitation from which the account is made along with the credentials. */
  invitation: Invitation | undefined;
  /** The credentials are set already. */
  isDone: boolean;
  /** The subscription is paid, or there is nothing to pay. */
  canSet: boolean;
}

/**
 * @param authorization `Bearer …`
 * @returns undefined if the token is not valid
 */
export async function findAccountHolder(
  context: EmbeddedContext,
  authorization: string,
): Promise<AccountHolder | undefined> {
  return (await findByCredentialsToken(context, authorization)) ?? (await findByInviteToken(context, authorization));
}

async function findByCredentialsToken(
  context: EmbeddedContext,
  authorization: string,
): Promise<AccountHolder | undefined> {
  const token = await findToken(context.db, context.clock, authorization);
  if (token?.purpose !== 'credentials') return undefined;
  const account = await findAccount(context, token.account_id);
  if (!account) return undefined;
  return {
    userId: account.id,
    email: account.email,
    account,
    invitation: undefined,
    isDone: token.used_at !== null || account.password_hash !== null,
    canSet: true,
  };
}

async function findByInviteToken(context: EmbeddedContext, authorization: string): Promise<AccountHolder | undefined> {
  const token = readBearer(authorization);
  const userId = await findTokenOwner(context.db, token);
  const access = await findInvite(context, userId ?? '', token);
  if (access.state === 'dead') return undefined;
  const { invitation } = access;
  const account = await findAccount(context, invitation.id);
  return {
    userId: invitation.id,
    email: account?.email ?? readInvitation(invitation).parent?.email ?? null,
    account,
    invitation,
    isDone: access.state === 'completed',
    canSet: account !== undefined || skipsPayment(invitation),
  };
}

function findAccount({ db }: EmbeddedContext, id: string): Promise<Selectable<AccountTable> | undefined> {
  return db.selectFrom('backend_accounts').selectAll().where('id', '=', id).executeTakeFirst();
}
