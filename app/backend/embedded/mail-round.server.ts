import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { MailTable } from '~/server/store/backend-tables';
import type { EmbeddedContext } from './context';
import type { MailContent } from './mails.server';
import type { OutgoingMail, Postman } from './postman';

const MINUTE_MS = 60_000;
/** Longer than any postman waits: whoever still sends when it is over is dead. */
const LEASE_MS = 5 * MINUTE_MS;
/** How long after each try that failed the next one comes; after the last, the mail is given up. */
const PAUSES_MS = [1, 2, 5, 15, 30, 60, 120, 240, 480, 720].map((minutes) => minutes * MINUTE_MS);
/** What waited this long tells nothing new: it is not sent when a mail server is set up at last. */
const STALE_MS = 3 * 24 * 60 * MINUTE_MS;

type QueuedMail = Selectable<MailTable>;

/** The round of work that empties the outbox. Without a postman there is nothing to do. */
export function createMailRound(context: EmbeddedContext) {
  let running: Promise<void> | undefined;
  let isWanted = false;

  /** One round at a time in this process; one that is asked for meanwhile comes after. */
  async function run(): Promise<void> {
    isWanted = true;
    running ??= rounds().finally(() => (running = undefined));
    return running;
  }

  async function rounds(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      if (context.postman) await sendDue(context, context.postman);
    }
  }

  return {
    run,
    /** Starts a round and waits for nothing: a mail that is not sent now comes in the round of the next minute. */
    start(): void {
      run().catch((cause: unknown) => context.reportMail({ event: 'mail-not-sent', cause }));
    },
  };
}

/** Sends what is due, one after the other, each by whoever holds its lease. */
async function sendDue(context: EmbeddedContext, postman: Postman): Promise<void> {
  for (const id of await findDue(context)) {
    const mail = await claim(context, id);
    if (mail) await send(context, postman, mail);
  }
}

async function findDue({ db, clock }: EmbeddedContext): Promise<string[]> {
  const now = clock.now().toISOString();
  const rows = await db
    .selectFrom('backend_mails')
    .select('id')
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where((is) => is.or([is('next_try_at', 'is', null), is('next_try_at', '<=', now)]))
    .where((is) => is.or([is('lease_until', 'is', null), is('lease_until', '<=', now)]))
    .orderBy('created_at')
    .execute();
  return rows.map(({ id }) => id);
}

/** Takes the lease of a mail that is due. @returns undefined when somebody else sends it, or has sent it */
async function claim({ db, clock }: EmbeddedContext, id: string): Promise<QueuedMail | undefined> {
  const now = clock.now();
  return db
    .updateTable('backend_mails')
    .set({ lease_token: randomUUID(), lease_until: new Date(now.getTime() + LEASE_MS).toISOString() })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where((is) => is.or([is('next_try_at', 'is', null), is('next_try_at', '<=', now.toISOString())]))
    .where((is) => is.or([is('lease_until', 'is', null), is('lease_until', '<=', now.toISOString())]))
    .returningAll()
    .executeTakeFirst();
}

async function send(context: EmbeddedContext, postman: Postman, mail: QueuedMail): Promise<void> {
  const now = context.clock.now();
  if (now.getTime() - Date.parse(mail.created_at) > STALE_MS) return giveUp(context, mail, {});
  let result: Awaited<ReturnType<Postman['send']>>;
  try {
    result = await postman.send(open(context, mail));
  } catch (cause) {
    const pause = PAUSES_MS[mail.tries];
    if (pause === undefined) return giveUp(context, mail, { cause });
    context.reportMail({ event: 'mail-not-sent', mailId: mail.id, kind: mail.kind, cause });
    return save(context, mail, { next_try_at: new Date(now.getTime() + pause).toISOString() });
  }
  if (result.outcome === 'refused') return giveUp(context, mail, { code: result.code });
  await save(context, mail, { sent_at: context.clock.now().toISOString() });
}

function open({ sealing }: EmbeddedContext, { id, recipient, language, sealed_content }: QueuedMail): OutgoingMail {
  const { subject, text, html } = JSON.parse(sealing.open(sealed_content)) as MailContent;
  return { id, to: recipient, subject, text, html, language };
}

async function giveUp(
  context: EmbeddedContext,
  mail: QueuedMail,
  why: { code?: number; cause?: unknown },
): Promise<void> {
  context.reportMail({ event: 'mail-given-up', mailId: mail.id, kind: mail.kind, ...why });
  await save(context, mail, { given_up_at: context.clock.now().toISOString() });
}

async function save(
  { db }: EmbeddedContext,
  mail: QueuedMail,
  changes: { sent_at?: string; next_try_at?: string; given_up_at?: string },
): Promise<void> {
  await db
    .updateTable('backend_mails')
    .set({ ...changes, tries: mail.tries + 1, lease_token: null, lease_until: null })
    .where('id', '=', mail.id)
    .where('lease_token', '=', mail.lease_token)
    .execute();
}
