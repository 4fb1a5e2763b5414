import { INVITE_DAYS } from '~/backend/embedded/mails/links';
import { CREDENTIALS_DAYS } from '~/domain/mailed-links';
import type { PaymentAttempt } from '~/backend/embedded/payments/attempts/payment-attempt';
import { recordAction, CHANGE_OPTIONS, CHANGE_USAGE, requireOperator, type Operator } from './operator';
import { UsageError, type Command, type ExitCode, type Terminal } from './command';
import { time } from './payments/readable';
import { findSecrets, readBackendSettings, withStore, withStoreOf } from './with-store';
import type { Db, StoreClock } from '~/store/store';

const DAY_MS = 24 * 60 * 60 * 1000;

const list: Command = {
  usage: `Usage: npm run mails -- list [--json] [FOLDER]
Lists unsent mails, newest first: when queued, kind, recipient, number of attempts, and the mail server's last reply.
Exits with 1 if a mail was given up.`,
  options: { json: { type: 'boolean' } },
  async run([folder, ...more], terminal, { json }) {
    if (more.length > 0) throw new UsageError();
    return withStoreOf(terminal, { folder, readonly: true }, async (db) => {
      const mails = await findUnsentMails(db);
      if (json === true) terminal.print(JSON.stringify(mails, null, 2));
      else terminal.print(mails.length === 0 ? 'Every mail was sent.' : mails.map(lineOf).join('\n'));
      return mails.some(({ state }) => state === 'given-up') ? 1 : 0;
    });
  },
};

const retry: Command = {
  usage: `Usage: npm run mails -- retry ID|all --by NAME [--why TEXT] [--dry-run] [FOLDER]
Retries one failed mail, or all of them, in the server's next round within a minute: mails that were given up, and those that wait after
a failed attempt. Fix the cause first. Skips mails whose link has expired: npm run sessions -- end EMAIL --links mails a new one to an invited or paying parent. Needs SESSION_SECRET.
${CHANGE_USAGE}`,
  options: CHANGE_OPTIONS,
  async run([which, folder, ...more], terminal, options) {
    if (!which || more.length > 0) throw new UsageError();
    const operator = requireOperator(options);
    const isDry = options['dry-run'] === true;
    const settings = readBackendSettings(terminal, folder);
    const [secret] = await findSecrets(settings, settings.dataDir);
    if (secret === undefined)
      throw new Error('SESSION_SECRET is required for the audit log, and is not set. Set it as in .env.example.');
    return withStore({ ...settings, readonly: isDry }, terminal, (db, storeClock) =>
      retryMails(db, { storeClock, which, operator, secret, isDry }, terminal),
    );
  },
};

/** Lists unsent mails and retries them. */
export const mails: Command = {
  usage: `Usage: npm run mails -- list|retry …
"list" shows unsent mails; "retry" retries those that failed. See --help of each.
In a release: node build/server/index.js mails …`,
  words: new Map([
    ['list', list],
    ['retry', retry],
  ]),
  run: () => Promise.reject(new UsageError()),
};

interface RetryRequest {
  storeClock: StoreClock;
  which: string;
  operator: Operator;
  /** The site's first secret. */
  secret: string;
  isDry: boolean;
}

async function retryMails(
  db: Db,
  { storeClock, which, operator, secret, isDry }: RetryRequest,
  { clock, print, printError }: Terminal,
): Promise<ExitCode> {
  const { now } = await storeClock.read(db);
  const failed = (await findUnsentMails(db)).filter((mail) => hasFailed(mail, now));
  const selected = which === 'all' ? failed : failed.filter(({ id }) => id === which);
  if (selected.length === 0) {
    printError(
      which === 'all' ? 'There are no failed mails.' : `Mail ${which} has not failed, or is being sent right now.`,
    );
    return which === 'all' ? 0 : 1;
  }
  const expiredMails = selected.filter((mail) => hasExpiredLink(mail, now));
  const due = selected.filter((mail) => !expiredMails.includes(mail));
  for (const { id, kind } of expiredMails) {
    // A professional's account was deleted with the link.
    const remedy = kind === 'professional' ? '' : ' To mail a new one: npm run sessions -- end EMAIL --links --by NAME';
    printError(`${id}: its link has expired.${remedy}`);
  }
  for (const mail of due) {
    if (!isDry) {
      await db.transaction().execute(async (transaction) => {
        await requeueMail(transaction, mail.id, now);
        await recordAction(
          transaction,
          { clock, operator, secret },
          { action: 'mail-requeued', about: mail.recipient, count: 1 },
        );
      });
    }
    print(`${isDry ? 'Would retry' : 'Retrying'}: ${lineOf(mail)}`);
  }
  return expiredMails.length === 0 ? 0 : 1;
}

/** A mail without an attempt is sent anyway, or scheduled for a later day. One with a lease is being sent. */
function hasFailed({ state, tries, leaseUntil }: UnsentMail, now: Date): boolean {
  return state === 'given-up' || (tries > 0 && (leaseUntil === null || leaseUntil <= now.toISOString()));
}

function hasExpiredLink({ linkDays, createdAt }: UnsentMail, now: Date): boolean {
  return linkDays !== null && now.getTime() - Date.parse(createdAt) >= linkDays * DAY_MS;
}

/** The link of an invited parent who has paid is an invite link, too. */
function linkDaysOf(kind: string, payer: PaymentAttempt['payer'] | null): number | null {
  if (kind === 'invite' || (kind === 'credentials' && payer === 'invitation')) return INVITE_DAYS;
  return kind === 'credentials' || kind === 'professional' ? CREDENTIALS_DAYS : null;
}

function lineOf({ id, kind, recipient, createdAt, state, tries, lastFailure }: UnsentMail): string {
  const parts = [time(createdAt), id, kind, `to ${recipient}`, state, `${tries} tries`];
  return [...parts, ...(lastFailure === null ? [] : [lastFailure])].join('  ');
}

interface UnsentMail {
  id: string;
  kind: string;
  recipient: string;
  /** ISO 8601. */
  createdAt: string;
  /** How many days its link is valid; null for a mail without one. */
  linkDays: number | null;
  state: 'waiting' | 'given-up';
  tries: number;
  /** ISO 8601. Until then a server may be sending it; null if none is. */
  leaseUntil: string | null;
  /** The mail server's reply; null before the first failure. */
  lastFailure: string | null;
}

/** Newest first. */
async function findUnsentMails(db: Db): Promise<UnsentMail[]> {
  const rows = await db
    .selectFrom('backend_mails')
    .leftJoin('backend_payment_attempts as attempts', 'attempts.order_id', 'backend_mails.order_id')
    .select([
      'id',
      'kind',
      'recipient',
      'backend_mails.created_at',
      'given_up_at',
      'tries',
      'backend_mails.lease_until',
      'last_failure',
      'payer',
    ])
    .where('sent_at', 'is', null)
    .orderBy('backend_mails.created_at', 'desc')
    .orderBy('kind', 'desc')
    .execute();
  return rows.map(({ id, kind, recipient, tries, ...row }) => ({
    id,
    kind,
    recipient,
    createdAt: row.created_at,
    linkDays: linkDaysOf(kind, row.payer),
    state: row.given_up_at === null ? 'waiting' : 'given-up',
    tries,
    leaseUntil: row.lease_until,
    lastFailure: row.last_failure,
  }));
}

/** Queues a failed mail again, with its attempts reset. */
async function requeueMail(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('backend_mails')
    .set({ given_up_at: null, next_try_at: null, tries: 0, requeued_at: now.toISOString() })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();
}
