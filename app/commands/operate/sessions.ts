import { createSealing, type Sealing } from '~/lib/sealing.server';
import {
  recordAction,
  askToConfirm,
  LOSS_OPTIONS,
  LOSS_USAGE,
  requireTerminalOrYes,
  requireOperator,
  type Operator,
} from './operator';
import { UsageError, type Command, type ExitCode, type OptionValues, type Terminal } from './command';
import { findAccountsOf, findPeopleByKind, listOf, lockPayers, unfinishedPayments } from './personal-data';
import {
  endLinks,
  findAnsweredByOthers,
  findLockedOut,
  findOpenInvites,
  findOpenLinks,
  findUnsentLinks,
  mailNewLinks,
  removeAnswers,
} from './personal-links';
import { endSessions, findSessions, reportUnreadable } from './personal-sessions';
import { readLinkSenderSettings } from '~/settings/operator-settings';
import { codeWithBackend, findSecrets, readStoreSettings, withStore } from './with-store';
import type { Db, StoreClock, Tx } from '~/store/store';

const END_USAGE = `Usage: npm run sessions -- end EMAIL --by NAME [--links] [--why TEXT] [--dry-run] [--yes] [FOLDER]
Ends every stored session with this e-mail or this person's unfinished invite: each browser starts over, and unpaid input is lost. --links
also ends the links that were mailed to this person, which would otherwise open the sign-up again. If another e-mail was typed into their
unpaid invite, --links removes its answers, except while its payment is not finished. --links mails a new link to the invited mailbox, and
for an account without a password, also if they have paid and their last link has expired. That needs the server's PUBLIC_URL, BRAND_NAME, BRAND_COLOR, SUPPORT_EMAIL and SUPPORT_PHONE_… Needs SESSION_SECRET, because sessions are sealed.
${LOSS_USAGE}`;

const end: Command = {
  usage: END_USAGE,
  options: { ...LOSS_OPTIONS, links: { type: 'boolean' } },
  async run([email, folder, ...more], terminal, options) {
    if (!email?.includes('@') || more.length > 0) throw new UsageError();
    const operator = requireOperator(options);
    const isDry = options['dry-run'] === true;
    if (!isDry) requireTerminalOrYes(terminal, options);
    const settings = readStoreSettings(terminal, folder);
    const secrets = await findSecrets(settings, settings.dataDir);
    const code = await withStore({ ...settings, readonly: isDry }, terminal, (db, storeClock) =>
      endAll(db, { email, secrets, operator, storeClock }, terminal, options),
    );
    return options.links === true ? codeWithBackend(settings, code) : code;
  },
};

/** Ends a person's sessions and links. */
export const sessions: Command = {
  usage: `Usage: npm run sessions -- end EMAIL --by NAME …
"end" ends all sessions of a person; see "sessions end --help".
In a release: node build/server/index.js sessions …`,
  words: new Map([['end', end]]),
  run: () => Promise.reject(new UsageError()),
};

interface EndRequest {
  email: string;
  secrets: string[];
  operator: Operator;
  storeClock: StoreClock;
}

async function endAll(
  db: Db,
  { email, secrets, operator, storeClock }: EndRequest,
  terminal: Terminal,
  options: OptionValues,
): Promise<ExitCode> {
  const [secret] = secrets;
  if (secret === undefined) {
    terminal.printError('SESSION_SECRET is required to open sessions, and is not set. Nothing was changed.');
    return 2;
  }
  const sealing = createSealing(secrets, 'session');
  const plan = await findWhatEnds(db, { email, sealing, storeClock, endsLinks: options.links === true });
  const { sessionIds, unreadable, answered, open } = plan;
  reportUnreadable(terminal, unreadable);
  const mails = plan.lockedOut.length + plan.invited.length;
  const settings = mails > 0 ? readSender(terminal) : undefined;
  if (mails > 0 && !settings) return 2;
  const found = [
    `end ${sessionIds.length} sessions and ${plan.links.length} links`,
    ...(answered.length > 0 ? [`remove the answers of ${answered.length} invites`] : []),
    ...(mails > 0 ? [`mail ${mails} new links`] : []),
  ].join('; ');
  if (options['dry-run'] === true) {
    terminal.print(`Would ${found}.`);
    if (open.length > 0) terminal.printError(`Answers of an invite would stay: ${unfinishedPayments(open)}`);
    return unreadable === 0 && open.length === 0 ? 0 : 1;
  }
  const what = `About to ${found}: ${email}.`;
  if (!(await askToConfirm(terminal, options, { what, expected: email }))) return 1;
  const record = { clock: terminal.clock, operator, secret };
  // The question may wait for long, and this person may pay or get another link meanwhile.
  const people = await findPeopleByKind(db, [email]);
  const invites = await findOpenInvites(db, people.invitations);
  const ended = await db.transaction().execute(async (transaction) => {
    const search = { email, people, invites, storeClock };
    const toEnd = options.links === true ? await lockLinksToEnd(transaction, search) : undefined;
    const needsSender = toEnd !== undefined && toEnd.lockedOut.length + toEnd.invited.length > 0;
    const sender = needsSender ? (settings ?? readSender(terminal)) : undefined;
    if (needsSender && !sender) return undefined;
    const sessionsEnded = await endSessions(transaction, sessionIds);
    await recordAction(transaction, record, { action: 'sessions-ended', about: email, count: sessionsEnded });
    if (!toEnd) return { sessionsEnded, linksEnded: 0, invitesCleared: 0, mailsQueued: 0, kept: [], others: [] };
    const { links, now } = toEnd;
    const linksEnded = await endLinks(transaction, links, now);
    await recordAction(transaction, record, { action: 'links-revoked', about: email, count: linksEnded });
    await removeAnswers(transaction, toEnd.answered);
    // The servers follow the store's clock. A link that ended by a faster one would still open.
    const clock = { now: () => new Date(now) };
    const sealing = createSealing(secrets, 'backend');
    const mailing = sender && { ...sender, clock, storeClock, sealing };
    const mailsQueued = mailing ? await mailNewLinks(transaction, mailing, toEnd) : 0;
    // Last, because a professional's new mail is in the language of the old one.
    await transaction.deleteFrom('backend_mails').where('id', 'in', listOf(toEnd.unsent)).execute();
    const { answered, open: kept, others } = toEnd;
    return { sessionsEnded, linksEnded, invitesCleared: answered.length, mailsQueued, kept, others };
  });
  if (!ended) return 2;
  terminal.print(
    [
      `Ended: ${ended.sessionsEnded} sessions and ${ended.linksEnded} links.`,
      ...(ended.invitesCleared > 0 ? [`Removed: the answers of ${ended.invitesCleared} invites.`] : []),
      ...(ended.mailsQueued > 0 ? [`Queued: ${ended.mailsQueued} mails with a new link.`] : []),
    ].join(' '),
  );
  if (ended.kept.length > 0)
    terminal.printError(`Kept: answers of an invite, because ${unfinishedPayments(ended.kept)}`);
  if (ended.others.length > 0)
    terminal.printError(`No link was mailed to ${ended.others.join(', ')}, whose invite contains this e-mail.`);
  // A browser may have received a new id while the table was read.
  const after = await findSessions(db, sealing, [email, ...invites]);
  if (after.ids.length > 0) {
    terminal.printError(`${after.ids.length} sessions began meanwhile. Repeat the command to end them too.`);
    return 1;
  }
  return unreadable === 0 && ended.kept.length + ended.others.length === 0 ? 0 : 1;
}

interface Search {
  email: string;
  /** Of sessions. */
  sealing: Sealing;
  storeClock: StoreClock;
  endsLinks: boolean;
}

async function findWhatEnds(db: Db, { email, sealing, storeClock, endsLinks }: Search) {
  const people = await findPeopleByKind(db, [email]);
  const invites = await findOpenInvites(db, people.invitations);
  const { ids: sessionIds, unreadable } = await findSessions(db, sealing, [email, ...invites]);
  if (!endsLinks)
    return { sessionIds, unreadable, links: [], lockedOut: [], answered: [], open: [], invited: [], others: [] };
  return { sessionIds, unreadable, ...(await findLinksToEnd(db, { email, people, invites, storeClock })) };
}

interface LinkSearch {
  email: string;
  people: Awaited<ReturnType<typeof findPeopleByKind>>;
  /** Those of `people` that are not completed. */
  invites: readonly string[];
  storeClock: StoreClock;
}

/** The same as `findLinksToEnd`, for the rest of the transaction. */
async function lockLinksToEnd(db: Tx, search: LinkSearch) {
  await lockPayers(db, search.people);
  // A payment that the lock waited for may have made an account.
  const accounts = await findAccountsOf(db, search.email, search.people.registrations);
  return findLinksToEnd(db, { ...search, people: { ...search.people, accounts } });
}

/**
 * `now` is the store's time, ISO 8601. `lockedOut` are the accounts that need a new link. `unsent` are the ids of mails whose links end. For
 * the others see `findAnsweredByOthers`.
 */
async function findLinksToEnd(db: Db, { email, people, invites, storeClock }: LinkSearch) {
  const now = (await storeClock.read(db)).now.toISOString();
  const owners = Object.values(people).flat();
  const links = await findOpenLinks(db, owners, now);
  const lockedOut = await findLockedOut(db, email, links);
  const found = await findAnsweredByOthers(db, email, invites);
  const unsent = await findUnsentLinks(db, email, { owners, renewed: [...lockedOut, ...found.invited] });
  return { links, lockedOut, unsent, now, ...found };
}

/** @returns undefined, with a message, if settings of the mail with a new link are missing */
function readSender({ env, printError }: Terminal): ReturnType<typeof readLinkSenderSettings> | undefined {
  try {
    return readLinkSenderSettings(env);
  } catch (error) {
    printError(`Nothing was changed. ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
