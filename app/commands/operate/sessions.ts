import { createSealing } from '~/lib/sealing.server';
import {
  recordAction,
  isConfirmed,
  LOSS_OPTIONS,
  LOSS_USAGE,
  requireTerminalOrYes,
  requireOperator,
  type Operator,
} from './operator';
import { UsageError, type Command, type ExitCode, type OptionValues, type Terminal } from './command';
import { findPeopleByKind } from './personal-data';
import {
  endLinks,
  findAnsweredByOthers,
  findOpenInvites,
  findOpenLinks,
  removeAnswersOfOthers,
} from './personal-links';
import { endSessions, findSessions } from './personal-sessions';
import { findSecrets, readStoreSettings, withStore } from './with-store';
import type { Db, StoreClock } from '~/store/store';

const END_USAGE = `Usage: npm run sessions -- end EMAIL --by NAME [--links] [--why TEXT] [--dry-run] [--yes] [FOLDER]
Ends every stored session with this e-mail or this person's unfinished invite: each browser starts over, and unpaid input is lost. --links
also ends the links that were mailed to this person, which would otherwise open the sign-up again. If another e-mail was typed into their
unpaid invite, --links removes its answers, so that a new link goes to the invited mailbox. Needs SESSION_SECRET, because sessions are sealed.
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
    return withStore({ ...settings, readonly: isDry }, terminal, (db, storeClock) =>
      endAll(db, { email, secrets, operator, storeClock }, terminal, options),
    );
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
  const people = await findPeopleByKind(db, email);
  const invites = await findOpenInvites(db, people.invitations);
  const { ids, unreadable } = await findSessions(db, sealing, email, invites);
  // The servers follow the store's clock. A link that ended by a faster one would still open.
  const now = (await storeClock.read(db)).now.toISOString();
  const endsLinks = options.links === true;
  const links = endsLinks ? await findOpenLinks(db, Object.values(people).flat(), now) : [];
  const answered = endsLinks ? await findAnsweredByOthers(db, email, invites) : [];
  if (unreadable > 0)
    terminal.printError(`${unreadable} sessions cannot be opened with any secret and were not searched.`);
  const ending = `end ${ids.length} sessions and ${links.length} links`;
  const found = answered.length > 0 ? `${ending}, and remove the answers of ${answered.length} invites` : ending;
  if (options['dry-run'] === true) {
    terminal.print(`Would ${found}.`);
    return unreadable === 0 ? 0 : 1;
  }
  const what = `About to ${found}: ${email}.`;
  if (!(await isConfirmed(terminal, options, { what, expected: email }))) return 1;
  const record = { clock: terminal.clock, operator, secret };
  const ended = await db.transaction().execute(async (transaction) => {
    const sessionsEnded = await endSessions(transaction, ids);
    await recordAction(transaction, record, { action: 'sessions-ended', about: email, count: sessionsEnded });
    if (!endsLinks) return { sessionsEnded, linksEnded: 0, invitesCleared: 0 };
    const linksEnded = await endLinks(transaction, links, now);
    const invitesCleared = await removeAnswersOfOthers(transaction, email, invites);
    await recordAction(transaction, record, { action: 'links-revoked', about: email, count: linksEnded });
    return { sessionsEnded, linksEnded, invitesCleared };
  });
  const cleared = ended.invitesCleared > 0 ? `; the answers of ${ended.invitesCleared} invites were removed` : '';
  terminal.print(`Ended: ${ended.sessionsEnded} sessions and ${ended.linksEnded} links${cleared}.`);
  // A browser may have received a new id while the table was read.
  const after = await findSessions(db, sealing, email, invites);
  if (after.ids.length > 0) {
    terminal.printError(`${after.ids.length} sessions began meanwhile. Repeat the command to end them too.`);
    return 1;
  }
  return unreadable === 0 ? 0 : 1;
}
