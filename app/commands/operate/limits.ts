import { isIP } from 'node:net';
import { clearMailbox } from '~/backend/embedded/mails/mailbox-limit.server';
import { openCodeHashing } from '~/backend/embedded/pricing/code-hashing.server';
import { createSealing } from '~/lib/sealing.server';
import { clearLimitCounts, findLimitCounts, LIMITS, type RateLimitName } from '~/server/services/limits.server';
import { recordAction, CHANGE_OPTIONS, CHANGE_USAGE, requireOperator, type Operator } from './operator';
import { UsageError, type Command, type ExitCode, type OptionValues, type Terminal } from './command';
import { findPeppers, findSecrets, readStoreSettings, withStore } from './with-store';
import type { Db, StoreClock } from '~/store/store';

const LIMIT_NAMES = Object.keys(LIMITS) as RateLimitName[];

const CLEAR_USAGE = `Usage: npm run limits -- clear ADDRESS [--limit NAME] --by NAME [--why TEXT] [--dry-run] [FOLDER]
       npm run limits -- clear EMAIL --mailbox --by NAME [--why TEXT] [FOLDER]
Resets all counters of an address (of an IPv6 address those of its first 64 and 48 bits). Those of a browser end after an hour or 24 hours.
--limit resets only one of ${LIMIT_NAMES.join(', ')}. --dry-run lists the counters. Needs SESSION_SECRET.
--mailbox resets the mail counters of an e-mail's mailbox, and sends the delayed invites. Also needs PEPPER.
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
    if (isEmail && options.mailbox !== true)
      throw new UsageError('An e-mail needs --mailbox: counters name no person.');
    const peppers = options.mailbox === true ? await findPeppers(settings, settings.dataDir) : [];
    return withStore({ ...settings, readonly: isDry }, terminal, async (db, storeClock) => {
      if (options.mailbox === true) return clearMails(db, { storeClock, about, peppers, secrets, operator }, terminal);
      return clearAll(db, { about, limit, secrets, operator, isDry }, terminal);
    });
  },
};

/** Resets rate limits. */
export const limits: Command = {
  usage: `Usage: npm run limits -- clear ADDRESS --by NAME …
"clear" unblocks a visitor who reached a limit; see "limits clear --help".
In a release: node build/server/index.js limits …`,
  words: new Map([['clear', clear]]),
  run: () => Promise.reject(new UsageError()),
};

interface ClearRequest {
  /** An address of a client, or an e-mail. */
  about: string;
  /** Undefined resets all limits. */
  limit: RateLimitName | undefined;
  secrets: string[];
  operator: Operator;
  isDry: boolean;
}

async function clearAll(
  db: Db,
  { about, limit, secrets, operator, isDry }: ClearRequest,
  { clock, print, printError }: Terminal,
): Promise<ExitCode> {
  const [secret] = secrets;
  if (secret === undefined) {
    printError('SESSION_SECRET is required to find counters, and is not set. Nothing was changed.');
    return 2;
  }
  const limited = { clientAddress: about };
  const counts = await findLimitCounts({ db, clock, secrets, limit }, limited);
  const lines = counts.map((count) => `${count.limit}  ${count.used} of ${count.allowed}`);
  if (isDry) {
    print(['Would reset:', ...lines].join('\n'));
    return 0;
  }
  const cleared = await db.transaction().execute(async (transaction) => {
    const count = await clearLimitCounts({ db: transaction, clock, secrets, limit }, limited);
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
