import { isIP } from 'node:net';
import { clearMailbox } from '~/backend/embedded/mails/mailbox-limit.server';
import { openCodeHashing } from '~/backend/embedded/pricing/code-hashing.server';
import { normaliseEmail } from '~/domain/email';
import { createSealing } from '~/lib/sealing.server';
import {
  clearLimitCounts,
  findLimitCounts,
  LIMITS,
  type Limited,
  type RateLimitName,
} from '~/server/services/limits.server';
import { recordAction, CHANGE_OPTIONS, CHANGE_USAGE, requireOperator, type Operator } from './operator';
import { UsageError, type Command, type ExitCode, type OptionValues, type Terminal } from './command';
import { findPeppers, findSecrets, readStoreSettings, withStore } from './with-store';
import type { Db, StoreClock } from '~/store/store';

const LIMIT_NAMES = Object.keys(LIMITS) as RateLimitName[];

const CLEAR_USAGE = `Usage: npm run limits -- clear ADDRESS|EMAIL [--limit NAME | --mailbox] --by NAME [--why TEXT] [--dry-run] [FOLDER]
Resets all counters of an address (of an IPv6 address those of its first 64 and 48 bits), or of the browsers in which a sign-up or invite
with this e-mail was filled in after a yes to analytics. Other browsers are unknown: their counters end after an hour or 24 hours.
--limit resets only one of ${LIMIT_NAMES.join(', ')}. --dry-run lists the counters. Needs SESSION_SECRET.
--mailbox, with an e-mail, resets the mail counters of its mailbox, and sends the delayed invites. Also needs PEPPER.
${CHANGE_USAGE}`;

const clear: Command = {
  usage: CLEAR_USAGE,
  options: { ...CHANGE_OPTIONS, limit: { type: 'string' }, mailbox: { type: 'boolean' } },
  async run([about, folder, ...more], terminal, options) {
    if (!about || more.length > 0) throw new UsageError();
    const isEmail = about.includes('@');
    if (!isEmail && isIP(about) === 0) throw new UsageError(`"${about}" is neither an address nor an e-mail.`);
    const operator = requireOperator(options);
    const limit = findLimit(options);
    const isDry = options['dry-run'] === true;
    const settings = readStoreSettings(terminal, folder);
    const secrets = await findSecrets(settings, settings.dataDir);
    if (options.mailbox === true && (!isEmail || isDry || limit !== undefined))
      throw new UsageError('--mailbox takes an e-mail, and neither --limit nor --dry-run.');
    const peppers = options.mailbox === true ? await findPeppers(settings, settings.dataDir) : [];
    return withStore({ ...settings, readonly: isDry }, terminal, async (db, storeClock) => {
      if (options.mailbox === true) return clearMails(db, { storeClock, about, peppers, secrets, operator }, terminal);
      const limitedVisitors = isEmail ? await findBrowsers(db, about) : [{ clientAddress: about }];
      if (limitedVisitors.length === 0) {
        terminal.printError(
          'No known browser has this e-mail. Only browsers that agreed to analytics are known. Clear the address instead. ' +
            'The counters of an unknown browser end after an hour or 24 hours.',
        );
        return 1;
      }
      return clearAll(db, { limitedVisitors, about, limit, secrets, operator, isDry }, terminal);
    });
  },
};

/** Resets rate limits. */
export const limits: Command = {
  usage: `Usage: npm run limits -- clear ADDRESS|EMAIL --by NAME …
"clear" unblocks a visitor who reached a limit; see "limits clear --help".
In a release: node build/server/index.js limits …`,
  words: new Map([['clear', clear]]),
  run: () => Promise.reject(new UsageError()),
};

interface ClearRequest {
  limitedVisitors: readonly Limited[];
  about: string;
  /** Undefined resets all limits. */
  limit: RateLimitName | undefined;
  secrets: string[];
  operator: Operator;
  isDry: boolean;
}

async function clearAll(
  db: Db,
  { limitedVisitors, about, limit, secrets, operator, isDry }: ClearRequest,
  { clock, print, printError }: Terminal,
): Promise<ExitCode> {
  const [secret] = secrets;
  if (secret === undefined) {
    printError('SESSION_SECRET is required to find counters, and is not set. Nothing was changed.');
    return 2;
  }
  const counts = (
    await Promise.all(limitedVisitors.map((one) => findLimitCounts({ db, clock, secrets, limit }, one)))
  ).flat();
  const lines = counts.map((count) => `${count.limit}  ${count.used} of ${count.allowed}`);
  if (isDry) {
    print(['Would reset:', ...lines].join('\n'));
    return 0;
  }
  const cleared = await db.transaction().execute(async (transaction) => {
    let count = 0;
    for (const one of limitedVisitors) count += await clearLimitCounts({ db: transaction, clock, secrets, limit }, one);
    await recordAction(transaction, { clock, operator, secret }, { action: 'limits-cleared', about, count });
    return count;
  });
  print([`Reset ${cleared} counters.`, ...lines].join('\n'));
  return 0;
}

async function clearMails(
  db: Db,
  {
    storeClock,
    about,
    peppers,
    secrets,
    operator,
  }: Pick<ClearRequest, 'about' | 'secrets' | 'operator'> & { storeClock: StoreClock; peppers: string[] },
  { clock, print, printError }: Terminal,
): Promise<ExitCode> {
  const [secret] = secrets;
  if (secret === undefined || peppers.length === 0) {
    printError(
      'SESSION_SECRET and PEPPER are required to find the counters of a mailbox. Set both as in .env.example.',
    );
    return 2;
  }
  const hashing = await openCodeHashing(db, clock, createSealing(peppers, 'pepper'));
  const cleared = await db.transaction().execute(async (transaction) => {
    const count = await clearMailbox(transaction, { storeClock, hashing }, about);
    await recordAction(transaction, { clock, operator, secret }, { action: 'limits-cleared', about, count });
    return count;
  });
  print(`Reset ${cleared} counters of the mailbox.`);
  return 0;
}

/** @throws UsageError for an unknown limit */
function findLimit({ limit }: OptionValues): RateLimitName | undefined {
  if (limit === undefined) return undefined;
  const name = LIMIT_NAMES.find((each) => each === limit);
  if (!name) throw new UsageError(`Unknown limit "${String(limit)}".`);
  return name;
}

/** The browsers in which this e-mail was entered. A browser's id is only stored after a yes to analytics (docs/rules.md, "Consent to analytics"). */
async function findBrowsers(db: Db, email: string): Promise<Limited[]> {
  const wanted = normaliseEmail(email);
  const tables = ['backend_registrations', 'backend_invitations'] as const;
  const rows = await Promise.all(
    tables.map((table) => db.selectFrom(table).select('anonymous_id').where('email', '=', wanted).execute()),
  );
  const ids = new Set(rows.flat().flatMap(({ anonymous_id }) => anonymous_id ?? []));
  return [...ids].map((visitorId) => ({ visitorId }));
}
