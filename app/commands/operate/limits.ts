import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { normaliseEmail } from '~/domain/email';
import { clearLimitCounts, findLimitCounts, type Limited } from '~/server/services/clear-limits.server';
import { LIMITS, type RateLimitName } from '~/server/services/limits.server';
import { readOperatorSettings } from '~/settings/operator-settings';
import type { Db } from '~/store/open-store.server';
import { recordAction, CHANGE_OPTIONS, CHANGE_USAGE, requireOperator, type Operator } from './operator';
import { UsageError, type Command, type ExitCode, type OptionValues, type Terminal } from './command';
import { findSecrets, withStore } from './with-store';

const LIMIT_NAMES = Object.keys(LIMITS) as RateLimitName[];

const CLEAR_USAGE = `Usage: npm run limits -- clear ADDRESS|EMAIL [--limit NAME] --by NAME [--why TEXT] [--dry-run] [FOLDER]
Sets all counters back that an address has used up (of an IPv6 address those of its first 64 and 48 bits), or those of the browsers in which a
sign-up or invite under this e-mail was filled in; browsers that ask not to be followed are not known. --limit sets one back alone:
${LIMIT_NAMES.join(', ')}. --dry-run lists them. Needs SESSION_SECRET.
${CHANGE_USAGE}`;

const clear: Command = {
  usage: CLEAR_USAGE,
  options: { ...CHANGE_OPTIONS, limit: { type: 'string' } },
  async run([about, folder, ...more], terminal, options) {
    if (!about || more.length > 0) throw new UsageError();
    const isEmail = about.includes('@');
    if (!isEmail && isIP(about) === 0) throw new UsageError(`"${about}" is neither an address nor an e-mail.`);
    const operator = requireOperator(options);
    const limit = findLimit(options);
    const isDry = options['dry-run'] === true;
    const settings = readOperatorSettings(terminal.env);
    const dataDir = folder ? resolve(folder) : settings.dataDir;
    const secrets = await findSecrets(settings, dataDir);
    return withStore({ ...settings, dataDir, readonly: isDry }, terminal, async (db) => {
      const who = isEmail ? await findBrowsers(db, about) : [{ clientAddress: about }];
      if (who.length === 0) {
        terminal.complain('No browser is known under this e-mail. Clear the address instead.');
        return 1;
      }
      return clearAll(db, { who, about, limit, secrets, operator, isDry }, terminal);
    });
  },
};

/** Lifts what was done too often. */
export const limits: Command = {
  usage: `Usage: npm run limits -- clear ADDRESS|EMAIL --by NAME …
"clear" lets somebody go on who came to a limit; "limits clear --help" says more.
Where there is no checkout: node build/server/index.js limits …`,
  words: new Map([['clear', clear]]),
  run: () => Promise.reject(new UsageError()),
};

interface Clearing {
  who: readonly Limited[];
  about: string;
  /** One limit alone; undefined for all. */
  limit: RateLimitName | undefined;
  secrets: string[];
  operator: Operator;
  isDry: boolean;
}

async function clearAll(
  db: Db,
  { who, about, limit, secrets, operator, isDry }: Clearing,
  { clock, say, complain }: Terminal,
): Promise<ExitCode> {
  const [secret] = secrets;
  if (secret === undefined) {
    complain('Counters are named by SESSION_SECRET, and it is not set: nothing was begun.');
    return 2;
  }
  const counts = (await Promise.all(who.map((one) => findLimitCounts({ db, clock, secrets, limit }, one)))).flat();
  const lines = counts.map((count) => `${count.limit}  ${count.used} of ${count.allowed}`);
  if (isDry) {
    say(['Would set back:', ...lines].join('\n'));
    return 0;
  }
  const cleared = await db.transaction().execute(async (transaction) => {
    let count = 0;
    for (const one of who) count += await clearLimitCounts({ db: transaction, clock, secrets, limit }, one);
    await recordAction(transaction, { clock, operator, secret }, { action: 'limits-cleared', about, count });
    return count;
  });
  say([`Set back: ${cleared} counters.`, ...lines].join('\n'));
  return 0;
}

/** @throws UsageError for one that there is not */
function findLimit({ limit }: OptionValues): RateLimitName | undefined {
  if (limit === undefined) return undefined;
  const name = LIMIT_NAMES.find((each) => each === limit);
  if (!name) throw new UsageError(`There is no limit "${String(limit)}".`);
  return name;
}

/** The browsers that told who they are when this e-mail was given. */
async function findBrowsers(db: Db, email: string): Promise<Limited[]> {
  const wanted = normaliseEmail(email);
  const tables = ['backend_registrations', 'backend_invitations'] as const;
  const rows = await Promise.all(
    tables.map((table) => db.selectFrom(table).select('anonymous_id').where('email', '=', wanted).execute()),
  );
  const ids = new Set(rows.flat().flatMap(({ anonymous_id }) => anonymous_id ?? []));
  return [...ids].map((visitorId) => ({ visitorId }));
}
