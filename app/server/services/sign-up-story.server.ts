import { createHmac, randomBytes } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '~/domain/clock';
import { normaliseEmail } from '~/domain/email';
import { CREDENTIALS_DAYS } from '~/domain/mailed-links';
import { deriveKey, type SiteSecrets } from '~/lib/sealing.server';
import { STOP_MS } from '~/lib/stop-times';
import { withTimeout } from '~/lib/with-timeout';
import type { Db } from '~/store/store';
import { deleteExpired } from '~/store/delete-in-slices.server';
import type { SignUpEventTable } from '~/store/schema';

export type SignUpEvent = Selectable<SignUpEventTable>;

/** An event as a request reports it. */
export interface ReportedEvent {
  signUp: string;
  requestId: string;
  method: string;
  path: string;
  status: number;
  ledTo: string | undefined;
  reason: string | undefined;
  person?: string | undefined;
  email?: string | undefined;
  orderId: string | undefined;
  attempt: number | undefined;
}

export interface SignUpStory {
  /** Stores an event soon. Never throws or delays a request. */
  tell(event: ReportedEvent): void;
  /** Stores the waiting events at once. Resolves when all events so far are stored or lost. */
  settle(): Promise<void>;
  /** @param now by the store's clock */
  purge(now: Date): Promise<number>;
}

/** Mails, unpaid sign-ups and logs are kept for the same time (docs/operations/people.md, "Personal data"). */
const RETENTION_MS = CREDENTIALS_DAYS * 24 * 60 * 60 * 1000;
/** The maximum number of events per statement, and of events that wait for a slow store. */
const BATCH_SIZE = 100;
const MAX_WAITING = 1000;
/** Events are batched for this long, because a commit costs a quarter as much as a page. */
const BATCH_DELAY_MS = 250;

interface StoryOptions {
  db: Db;
  clock: Clock;
  secrets: SiteSecrets;
  log: Pick<Logger, 'warn'>;
}

/**
 * Stores the outcomes of sign-up requests. One insert runs at a time and contains the events of a quarter of a second, so a busy site
 * writes few batches. A killed process loses its unwritten events, but the log contains them.
 */
export function createSignUpStory({ db, clock, secrets, log }: StoryOptions): SignUpStory {
  const digestOf = emailDigest(secrets[0]);
  const waiting: Insertable<SignUpEventTable>[] = [];
  let lost = 0;
  let writing: Promise<void> | undefined;
  let gathering: NodeJS.Timeout | undefined;

  function flush(): Promise<void> {
    clearTimeout(gathering);
    gathering = undefined;
    return (writing ??= write().finally(() => (writing = undefined)));
  }

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH_SIZE);
      try {
        await db.insertInto('sign_up_events').values(batch).execute();
      } catch (err) {
        log.warn({ err, events: batch.length + lost }, 'failed to store events of sign-ups');
        lost = 0;
      }
    }
  }

  return {
    tell({ signUp, requestId, method, path, status, ledTo, reason, person, email, orderId, attempt }) {
      if (waiting.length >= MAX_WAITING) {
        lost += 1;
        return;
      }
      const now = clock.now();
      waiting.push({
        id: timeKey(now) + randomBytes(10).toString('hex'),
        sign_up: signUp,
        at: now.toISOString(),
        request_id: requestId,
        method,
        path,
        status,
        led_to: ledTo ?? null,
        reason: reason ?? null,
        person: person ?? null,
        email: email === undefined ? null : digestOf(email),
        order_id: orderId ?? null,
        attempt: attempt ?? null,
      });
      if (waiting.length >= BATCH_SIZE) void flush();
      else gathering ??= setTimeout(() => void flush(), BATCH_DELAY_MS);
    },
    async settle() {
      const writeAll = async () => {
        do await flush();
        while (waiting.length > 0);
      };
      // A silent store would take its own time limit for each batch.
      await withTimeout(STOP_MS.services, writeAll).catch(() => undefined);
    },
    async purge(now) {
      const before = new Date(now.getTime() - RETENTION_MS).toISOString();
      return deleteExpired(db, 'sign_up_events', { key: 'id', time: 'at', before });
    },
  };
}

/** Milliseconds in 12 hexadecimal digits, which sort like the time. */
function timeKey(time: Date): string {
  return time.getTime().toString(16).padStart(12, '0');
}

function emailDigest(secret: string): (email: string) => string {
  const key = deriveKey(secret, 'sign-up events');
  return (email) => createHmac('sha256', key).update(normaliseEmail(email)).digest('base64url');
}

/** The keys by which a person's events are found. */
export interface StoryOwner {
  email?: string | undefined;
  /** The backend's ids of the person. */
  ids?: readonly string[];
  /** References of sign-ups. */
  signUps?: readonly string[];
  /** The digest stored in events, if the e-mail is unknown. */
  emailDigest?: string | undefined;
}

/** One person may have several e-mails. */
type PersonOfEvents = Omit<StoryOwner, 'email'> & { email?: string | readonly string[] | undefined };

/**
 * The events of a person, oldest first. If a sign-up contains several e-mails, leaves out the events with other
 * people's e-mails, and those before any e-mail.
 *
 * @param secrets all of the site's secrets, because an earlier one may have been first when an event was stored
 */
export async function findSignUpEvents(
  db: Db,
  secrets: readonly string[],
  { email = [], ids = [], signUps = [], emailDigest: digest }: PersonOfEvents,
): Promise<SignUpEvent[]> {
  const digests = new Set([email].flat().flatMap((one) => secrets.map((secret) => emailDigest(secret)(one))));
  if (digest !== undefined) digests.add(digest);
  const isOfPerson = ({ email: typed, person }: Pick<SignUpEvent, 'email' | 'person'>) =>
    (typed !== null && digests.has(typed)) || (person !== null && ids.includes(person));
  const found = await db
    .selectFrom('sign_up_events')
    .select('sign_up')
    .distinct()
    .where(({ or, eb }) =>
      or([
        ...(digests.size > 0 ? [eb('email', 'in', [...digests])] : []),
        ...(ids.length > 0 ? [eb('person', 'in', ids)] : []),
        ...(signUps.length > 0 ? [eb('sign_up', 'in', signUps)] : []),
      ]),
    )
    .execute();
  if (found.length === 0) return [];
  const events = await db
    .selectFrom('sign_up_events')
    .selectAll()
    .where(
      'sign_up',
      'in',
      found.map(({ sign_up }) => sign_up),
    )
    .orderBy('at')
    .execute();
  const shared = new Set(
    events.filter((event) => event.email !== null && !isOfPerson(event)).map(({ sign_up }) => sign_up),
  );
  return events.filter((event) => isOfPerson(event) || (event.email === null && !shared.has(event.sign_up)));
}
