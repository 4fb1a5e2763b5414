import { createSealing, type Sealing } from '~/lib/sealing.server';
import { findSignUpEvents } from '~/server/services/sign-up-story.server';
import type { Db } from '~/store/store';
import { emptyWriteAheadLog } from '~/store/sqlite-traces.server';
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
import { erasePersonalData } from './erase-personal-data';
import {
  findEmails,
  findOpenPayments,
  findPersonalIds,
  idsOf,
  namesOfInvitesTypedInto,
  readable,
  readPersonalData,
  unfinishedPayments,
  withoutAnswersOfOthers,
  type PersonalData,
} from './personal-data';
import { findOpenInvites } from './personal-links';
import { endSessions, findSessions, reportUnreadable } from './personal-sessions';
import { codeWithBackend, FOLDER_USAGE, findSecrets, readStoreSettings, withStore } from './with-store';

const COMMON = `If an invited parent signed up with another e-mail than the invited one, both e-mails are theirs, unless others use one of
them, too. ${FOLDER_USAGE}
SESSION_SECRET opens sessions.
In a release: node build/server/index.js privacy …`;

/** The kinds of rows that are kept, and what is removed of them. */
const KEPT = new Map([
  ['orders', 'amounts kept, personal data removed'],
  ['paymentAttempts', 'amounts kept, personal data removed'],
  ['typedIntoInvites', 'answers removed, the invite stays'],
  ['childEntries', 'e-mail removed, the name stays with the family'],
]);

const exportCommand: Command = {
  usage: `Usage: npm run privacy -- export EMAIL [FOLDER]
Prints the stored data of a person, as JSON, to hand over to them.
${COMMON}`,
  async run(words, terminal) {
    const { email, dataDir, secrets, ...settings } = await readWords(words, terminal);
    const code = await withStore({ ...settings, dataDir, readonly: true }, terminal, (db) =>
      exportData(db, email, secrets, terminal),
    );
    return codeWithBackend(settings, code);
  },
};

const eraseCommand: Command = {
  usage: `Usage: npm run privacy -- erase EMAIL --by NAME [--why TEXT] [--dry-run] [--yes] [FOLDER]
Deletes the stored data of a person, except what must be kept of payments.
${LOSS_USAGE}
${COMMON}`,
  options: LOSS_OPTIONS,
  async run(words, terminal, options) {
    const { email, dataDir, secrets, ...settings } = await readWords(words, terminal);
    const operator = requireOperator(options);
    const isDry = options['dry-run'] === true;
    if (!isDry) requireTerminalOrYes(terminal, options);
    const code = await withStore({ ...settings, dataDir, readonly: isDry }, terminal, (db) =>
      eraseData(db, { email, secrets, operator, isSqlite: settings.databaseUrl === undefined }, terminal, options),
    );
    return codeWithBackend(settings, code);
  },
};

/** Exports or deletes a person's data, also while the server runs. */
export const privacy: Command = {
  usage: `Usage: npm run privacy -- export|erase EMAIL …
"export" prints the stored data of a person; "erase" deletes it, except what must be kept of payments. See --help of each.
${COMMON}`,
  words: new Map([
    ['export', exportCommand],
    ['erase', eraseCommand],
  ]),
  run: () => Promise.reject(new UsageError()),
};

async function readWords([email, folder, ...more]: string[], terminal: Terminal) {
  if (!email?.includes('@') || more.length > 0) throw new UsageError();
  const settings = readStoreSettings(terminal, folder);
  return { ...settings, email, secrets: await findSecrets(settings, settings.dataDir) };
}

async function exportData(db: Db, email: string, secrets: string[], terminal: Terminal): Promise<ExitCode> {
  const { emails, candidates } = await findEmails(db, email);
  const found = await readPersonalData(db, emails, await findPersonalIds(db, emails));
  const { exported, left } = withoutAnswersOfOthers(found, emails);
  const signUpEvents = await findSignUpEvents(db, secrets, { email: emails, ids: idsOf(found) });
  const searched = secrets.length > 0 ? await findSessions(db, createSealing(secrets, 'session'), emails) : undefined;
  // The digest only serves to find events, so the export omits it.
  const ofOthers = new Set(found.typedIntoInvites.map(({ id }) => id));
  const events = signUpEvents
    .filter(({ person }) => person === null || !ofOthers.has(person))
    .map(({ email: _digest, ...event }) => event);
  const sessions = searched?.ids.length ?? 'not searched';
  terminal.print(JSON.stringify({ emails, ...readable(exported), signUpEvents: events, sessions }, null, 2));
  reportCandidates(terminal, candidates);
  reportLeft(terminal, left);
  reportUnreadable(terminal, searched?.unreadable ?? 0);
  return searched?.unreadable === 0 ? 0 : 1;
}

async function eraseData(
  db: Db,
  { email, secrets, operator, isSqlite }: { email: string; secrets: string[]; operator: Operator; isSqlite: boolean },
  terminal: Terminal,
  options: OptionValues,
): Promise<ExitCode> {
  const { print, printError, clock } = terminal;
  const [secret] = secrets;
  if (secret === undefined) {
    printError('SESSION_SECRET is required to search sessions, and is not set. Nothing was changed.');
    return 2;
  }
  const sessionSealing = createSealing(secrets, 'session');
  const { emails, candidates } = await findEmails(db, email);
  reportCandidates(terminal, candidates);
  const isDry = options['dry-run'] === true;
  if (isDry) {
    const ids = await findPersonalIds(db, emails);
    const found = await readPersonalData(db, emails, ids);
    const signUpEvents = await findSignUpEvents(db, secrets, { email: emails, ids: idsOf(found) });
    const invites = await findOpenInvites(db, ids.invitations);
    const { ids: sessions, unreadable } = await findSessions(db, sessionSealing, [...emails, ...invites]);
    const open = await findOpenPayments(db, found, ids);
    print([`Would find for ${emails.join(', ')}:`, countsOf({ ...found, signUpEvents, sessions })].join('\n'));
    reportLeft(terminal, namesOfInvitesTypedInto(found));
    if (open.length > 0) printError(`Nothing would be deleted: ${unfinishedPayments(open)}`);
    reportUnreadable(terminal, unreadable);
    return open.length === 0 && unreadable === 0 ? 0 : 1;
  }
  const what = `About to delete the data stored for ${emails.join(', ')}.`;
  if (options.yes === true && emails.length > 1) print(what);
  if (!(await askToConfirm(terminal, options, { what, expected: email }))) return 1;
  // The searches read whole tables, so they come before the transaction.
  const ids = await findPersonalIds(db, emails);
  const people = [...ids.registrations, ...ids.accounts, ...ids.invitations];
  const signUpEvents = await findSignUpEvents(db, secrets, { email: emails, ids: people });
  const invites = await findOpenInvites(db, ids.invitations);
  const { ids: sessions, unreadable } = await findSessions(db, sessionSealing, [...emails, ...invites]);
  const { found, open } = await db.transaction().execute(async (transaction) => {
    const erased = await erasePersonalData(transaction, { emails, ids, sealing: createSealing(secrets, 'backend') });
    if (erased.open.length > 0) return erased;
    for (const { id } of signUpEvents) await transaction.deleteFrom('sign_up_events').where('id', '=', id).execute();
    const ended = await endSessions(transaction, sessions);
    const count = [...Object.values(erased.found), signUpEvents].flat().length + ended;
    await recordAction(transaction, { clock, operator, secret }, { action: 'person-erased', about: email, count });
    return erased;
  });
  if (open.length > 0) {
    printError(`Nothing was deleted: ${unfinishedPayments(open)}`);
    return 1;
  }
  const isLeft = await hasDataOf(db, { emails, secrets, people, invites, sessionSealing });
  const counts = countsOf({ ...found, signUpEvents, sessions });
  print(emails.length > 1 ? `For ${emails.join(', ')}:\n${counts}` : counts);
  reportLeft(terminal, namesOfInvitesTypedInto(found));
  const isEmptied = !isSqlite || (await emptyWriteAheadLog(db));
  if (!isEmptied)
    printError(
      'The write-ahead log still contains the data, because the server or a backup was reading it. Run this command again.',
    );
  if (isLeft) printError('The server stored data of this person meanwhile. Run this command again.');
  reportUnreadable(terminal, unreadable);
  return isEmptied && !isLeft && unreadable === 0 ? 0 : 1;
}

function reportCandidates({ printError }: Terminal, candidates: readonly string[]): void {
  if (candidates.length === 0) return;
  printError(
    `Not included: ${candidates.join(', ')}. Each may be theirs or another person's. If theirs, run the command for it, too.`,
  );
}

/** Reports what may be another person's, one line each. */
function reportLeft({ printError }: Terminal, left: readonly string[]): void {
  for (const what of left) printError(`Not included: ${what}. Ask whose it is.`);
}

/** Whether the server stored data of an erased person since the search. */
async function hasDataOf(
  db: Db,
  {
    emails,
    secrets,
    people,
    invites,
    sessionSealing,
  }: { emails: string[]; secrets: string[]; people: string[]; invites: string[]; sessionSealing: Sealing },
): Promise<boolean> {
  const rows = Object.values(await findPersonalIds(db, emails)).flat();
  const events = await findSignUpEvents(db, secrets, { email: emails, ids: people });
  const { ids: sessions } = await findSessions(db, sessionSealing, [...emails, ...invites]);
  return rows.length + events.length + sessions.length > 0;
}

function countsOf(found: PersonalData & { signUpEvents: readonly unknown[]; sessions: readonly string[] }): string {
  const counts = Object.entries(found).filter(([, rows]) => rows.length > 0);
  return counts.length === 0 ? 'No data is stored for this e-mail.' : counts.map(describe).join('\n');
}

function describe([what, rows]: [string, readonly unknown[]]): string {
  return `${rows.length} ${what}: ${KEPT.get(what) ?? 'deleted'}`;
}
