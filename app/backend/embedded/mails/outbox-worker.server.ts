import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder, Selectable } from 'kysely';
import type { MailTable } from '~/store/backend-tables';
import type { Schema } from '~/store/schema';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { contentColumn } from './outbox.server';
import type { Delivery, OutgoingMail, MailTransport } from './mail-transport';

const MINUTE_MS = 60_000;
/** Longer than any mail transport takes, so an expired lease means that its sender crashed. */
const LEASE_MS = 5 * MINUTE_MS;
/** The pause after each failed attempt. After the last one the worker gives up. */
const PAUSES_MS = [1, 2, 5, 15, 30, 60, 120, 240, 480, 720].map((minutes) => minutes * MINUTE_MS);
/** A time that is further ahead comes from a clock that was set back by more than this. */
const SKEW_MS = 10 * MINUTE_MS;
/** Older mails are outdated, so they are not sent even if a mail server is configured later. */
const STALE_MS = 3 * 24 * 60 * MINUTE_MS;

type QueuedMail = Selectable<MailTable>;

/** Sends the mails of the outbox in rounds. Does nothing without a mail transport. */
export function createOutboxWorker(context: EmbeddedContext) {
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;

  /** Runs one round at a time. A round requested meanwhile follows it. */
  async function run(): Promise<void> {
    const { mailTransport } = context;
    if (!mailTransport) return;
    isWanted = true;
    running ??= runRounds(mailTransport);
    return running;
  }

  async function runRounds(mailTransport: MailTransport): Promise<void> {
    try {
      while (isWanted && !isStopped) {
        isWanted = false;
        await sendDue(context, mailTransport, () => isStopped);
      }
    } finally {
      // Reset in the same tick as the last check of `isWanted`. Otherwise a request between the two would be lost.
      running = undefined;
    }
  }

  return {
    run,
    /** Starts a round without waiting for it. A later round sends the mails that this one cannot. */
    start(): void {
      run().catch((cause: unknown) => context.reportMail({ event: 'mail-not-sent', cause }));
    },
    /** Waits for the current mail and sends no more. Call it before the store is closed. */
    async stop(): Promise<void> {
      isStopped = true;
      await running?.catch(() => undefined);
    },
  };
}

/** Sends the due mails one by one, each under a lease. An unreachable server ends the round. */
async function sendDue(
  context: EmbeddedContext,
  mailTransport: MailTransport,
  isStopped: () => boolean,
): Promise<void> {
  for (const id of await findDue(context)) {
    if (isStopped()) return;
    const mail = await claim(context, id);
    if (mail && (await send(context, mailTransport, mail)) === 'unreachable') return;
  }
}

/** The store's time, because workers compare their own with the times that other processes wrote. */
async function timeOf({ db, storeClock }: EmbeddedContext): Promise<Date> {
  return (await storeClock.read(db)).now;
}

async function findDue(context: EmbeddedContext): Promise<string[]> {
  const now = await timeOf(context);
  const rows = await context.db
    .selectFrom('backend_mails')
    .select('id')
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where((is) => isDue(is, now))
    .orderBy('created_at')
    .execute();
  return rows.map(({ id }) => id);
}

/** A time further ahead than any pause or lease comes from a clock that was set back since. */
function isDue(is: ExpressionBuilder<Schema, 'backend_mails'>, now: Date) {
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString();
  return is.and([
    is.or([
      is('next_try_at', 'is', null),
      is('next_try_at', '<=', after(0)),
      ...PAUSES_MS.map((pause, index) =>
        is.and([is('tries', '=', index + 1), is('next_try_at', '>', after(pause + SKEW_MS))]),
      ),
    ]),
    is.or([
      is('lease_until', 'is', null),
      is('lease_until', '<=', after(0)),
      is('lease_until', '>', after(LEASE_MS + SKEW_MS)),
    ]),
  ]);
}

/** Takes the lease of a due mail. @returns undefined if another worker is sending it, or has sent it */
async function claim(context: EmbeddedContext, id: string): Promise<QueuedMail | undefined> {
  const now = await timeOf(context);
  return context.db
    .updateTable('backend_mails')
    .set({ lease_token: randomUUID(), lease_until: new Date(now.getTime() + LEASE_MS).toISOString() })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where((is) => isDue(is, now))
    .returningAll()
    .executeTakeFirst();
}

async function send(
  context: EmbeddedContext,
  mailTransport: MailTransport,
  mail: QueuedMail,
): Promise<Delivery['outcome']> {
  if ((await timeOf(context)).getTime() - Date.parse(mail.requeued_at ?? mail.created_at) > STALE_MS) {
    await giveUp(context, mail, { failure: 'Not sent within three days' });
    return 'refused';
  }
  const opened = open(context, mail);
  if (opened instanceof Error) {
    await giveUp(context, mail, { cause: opened, failure: opened.message });
    return 'refused';
  }
  const delivery = await mailTransport.send(opened);
  if (delivery.outcome === 'sent') {
    context.mailTried('sent');
    await save(context, mail, { sent_at: (await timeOf(context)).toISOString(), last_failure: null });
  } else if (delivery.outcome === 'refused') {
    const { code } = delivery;
    await giveUp(context, mail, { code, failure: `The mail server rejected it permanently (${code})` });
  } else {
    await putOff(context, mail, delivery);
  }
  return delivery.outcome;
}

async function putOff(
  context: EmbeddedContext,
  mail: QueuedMail,
  { outcome, cause }: Extract<Delivery, { cause: Error }>,
): Promise<void> {
  const pause = PAUSES_MS[mail.tries];
  const failure = cause.message;
  if (pause === undefined) return giveUp(context, mail, { cause, failure });
  context.mailTried(outcome === 'later' ? 'put-off' : 'unreachable');
  context.reportMail({ event: 'mail-not-sent', mailId: mail.id, kind: mail.kind, cause });
  const next_try_at = new Date((await timeOf(context)).getTime() + pause).toISOString();
  await save(context, mail, { next_try_at, last_failure: failure });
}

/** @returns an Error if the mail was sealed under a lost secret, so that one such mail does not block the queue */
function open({ sealing }: EmbeddedContext, mail: QueuedMail): OutgoingMail | Error {
  const { id, recipient, language, sealed_content } = mail;
  try {
    const { languages: ofParts = [], ...content } = contentColumn.read(sealing.open(sealed_content));
    const languages = [...new Set([language, ...ofParts])];
    return { id, to: recipient, html: undefined, replyTo: undefined, unsubscribe: undefined, ...content, languages };
  } catch (cause) {
    return new Error('Failed to decrypt a mail', { cause });
  }
}

async function giveUp(
  context: EmbeddedContext,
  mail: QueuedMail,
  { failure, ...why }: { failure: string; code?: number; cause?: unknown },
): Promise<void> {
  context.mailTried('given-up');
  context.reportMail({ event: 'mail-given-up', mailId: mail.id, kind: mail.kind, ...why });
  await save(context, mail, { given_up_at: (await timeOf(context)).toISOString(), last_failure: failure });
}

async function save(
  { db }: EmbeddedContext,
  mail: QueuedMail,
  changes: { sent_at?: string; next_try_at?: string; given_up_at?: string; last_failure: string | null },
): Promise<void> {
  await db
    .updateTable('backend_mails')
    .set({ ...changes, tries: mail.tries + 1, lease_token: null, lease_until: null })
    .where('id', '=', mail.id)
    .where('lease_token', '=', mail.lease_token)
    .execute();
}
