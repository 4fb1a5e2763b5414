import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '~/domain/clock';
import { CREDENTIALS_DAYS } from '~/domain/mailed-links';
import type { EmbeddedContext } from '~/backend/embedded/context';
import type { Db } from '~/store/store';
import type { TokenTable } from '~/store/backend-tables';
import type { WayBack } from '~/backend/embedded/mails/credentials-mail';
import { credentialsLinkOf, INVITE_DAYS, inviteLinkOf } from '~/backend/embedded/mails/links';
import type { MailSender } from '~/backend/embedded/mails/mail-parts.server';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Milliseconds. */
const LIFETIMES: Record<TokenTable['purpose'], number> = {
  credentials: CREDENTIALS_DAYS * DAY_MS,
  'sign-in': DAY_MS,
  invite: INVITE_DAYS * DAY_MS,
};

/** Makes a secret of 256 random bits. Only its hash is stored. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares in constant time. */
export function matchesHash(secret: string, hash: string): boolean {
  const given = Buffer.from(hashSecret(secret));
  const expected = Buffer.from(hash);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The token itself is not stored. */
interface IssuedToken {
  token: string;
  /** The store's time. */
  issuedAt: Date;
}

/**
 * Makes a token for an account. The store's clock says when, because another process compares it with its own work: `findInvite` with the
 * payment, limits with earlier links. To order it after another write, call this after locking that row.
 *
 * @param delayMs until its mail is sent, from when its lifetime counts
 */
export async function issueToken(
  db: Db,
  { clock, storeClock }: Pick<EmbeddedContext, 'clock' | 'storeClock'>,
  purpose: TokenTable['purpose'],
  accountId: string,
  delayMs = 0,
): Promise<IssuedToken> {
  const token = makeSecret();
  const { now } = await storeClock.read(db);
  await db
    .insertInto('backend_tokens')
    .values({
      token_hash: hashSecret(token),
      purpose,
      account_id: accountId,
      created_at: now.toISOString(),
      expires_at: new Date(clock.now().getTime() + delayMs + LIFETIMES[purpose]).toISOString(),
      used_at: null,
    })
    .execute();
  return { token, issuedAt: now };
}

/** What queuing a mail with a new link needs of the context. An operator's command has no more. */
export type LinkSender = MailSender & Pick<EmbeddedContext, 'clock' | 'storeClock' | 'sealing'>;

/** `issuedAt` is the store's time. */
type NewWayBack = WayBack & { issuedAt: Date };

/** Makes a new link by which the owner of an account sets username and password. */
export async function makeCredentialsWayBack(db: Db, context: LinkSender, accountId: string): Promise<NewWayBack> {
  const { token, issuedAt } = await issueToken(db, context, 'credentials', accountId);
  return { ...credentialsLinkOf(context.publicUrl, token, accountId), issuedAt };
}

/** Makes a new invite link, by which a co-parent who has paid sets username and password. */
export async function makeInviteWayBack(db: Db, context: LinkSender, userId: string): Promise<NewWayBack> {
  const { token, issuedAt } = await issueToken(db, context, 'invite', userId);
  return { href: inviteLinkOf(context.publicUrl, token, userId), days: INVITE_DAYS, issuedAt };
}

/** Includes the first link. A higher limit would allow strangers to flood a mailbox. */
const LINKS_A_DAY = 5;

/**
 * Whether a requested link must not be mailed: the day's limit is reached, or the newest link is too recent, as after a double click.
 *
 * @param link.pauseMs between two requested links
 * @param link.pausedSince only links from then on delay the next one, ISO 8601; the first of them came without a request
 */
export async function isOverLinkLimit(
  db: Db,
  { storeClock, limitsMails }: Pick<EmbeddedContext, 'storeClock' | 'limitsMails'>,
  link: { accountId: string; purpose: TokenTable['purpose']; pauseMs: number; pausedSince?: string | null },
): Promise<boolean> {
  if (!limitsMails) return false;
  const times = await db
    .selectFrom('backend_tokens')
    .select('created_at')
    .where('account_id', '=', link.accountId)
    .where('purpose', '=', link.purpose)
    .orderBy('created_at', 'desc')
    .execute();
  const { now } = await storeClock.read(db);
  const isWithin = (ms: number, { created_at: at }: { created_at: string }) => now.getTime() - Date.parse(at) < ms;
  if (times.filter((one) => isWithin(DAY_MS, one)).length >= LINKS_A_DAY) return true;
  const [newest, first] = times.filter(({ created_at: at }) => at >= (link.pausedSince ?? ''));
  return newest !== undefined && first !== undefined && isWithin(link.pauseMs, newest);
}

/**
 * Finds the token of a bearer header, used or not, unless it has expired. For invite tokens, see `findInvite`.
 *
 * @param authorization `Bearer …`
 */
export async function findToken(db: Db, clock: Clock, authorization: string): Promise<TokenTable | undefined> {
  const token = readBearer(authorization);
  if (token === undefined) return undefined;
  return db
    .selectFrom('backend_tokens')
    .selectAll()
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', 'in', ['credentials', 'sign-in'])
    .where('expires_at', '>', clock.now().toISOString())
    .executeTakeFirst();
}

/** The owner of an invite token, which may have expired. */
export async function findTokenOwner(db: Db, token: string | undefined): Promise<string | undefined> {
  const known = await db
    .selectFrom('backend_tokens')
    .select('account_id')
    .where('token_hash', '=', hashSecret(token ?? ''))
    .where('purpose', '=', 'invite')
    .executeTakeFirst();
  return known?.account_id;
}

export function readBearer(authorization: string): string | undefined {
  return /^Bearer ([\w-]{1,200})$/i.exec(authorization)?.[1];
}
