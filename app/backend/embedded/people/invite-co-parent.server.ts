import { randomUUID } from 'node:crypto';
import { normaliseEmail } from '~/domain/email';
import type { Language } from '~/i18n/languages';
import type { EmbeddedContext } from '~/backend/embedded/context';
import type { CoParentBody } from '~/backend/schemas/people';
import {
  languagesForUnknownReader,
  makeInviteMail,
  type InvitedPerson,
  type Inviter,
} from '~/backend/embedded/mails/invite-mail';
import { countMailTo } from '~/backend/embedded/mails/mailbox-limit.server';
import { queueMail } from '~/backend/embedded/mails/outbox.server';
import { coParentColumn, inviterColumn } from './invitation';
import { issueToken, type LinkSender } from './tokens.server';
import type { Db } from '~/store/store';

interface CoParentToInvite {
  familyId: string;
  coParent: CoParentBody;
  /** The package that was already paid for them. */
  paidPackageId: string | null;
  /** The other parent, or the professional who made the account. */
  inviter: Inviter;
  /** The inviter's language. */
  language: Language;
  /** The result of the mailbox's count; counted here if omitted. */
  delayMs?: number;
}

/** Stores an invitation with its future user id, and mails the co-parent if their e-mail is known. */
export async function inviteCoParent(
  db: Db,
  context: EmbeddedContext,
  { familyId, coParent, paidPackageId, inviter, language, delayMs }: CoParentToInvite,
): Promise<void> {
  const userId = randomUUID();
  const now = context.clock.now().toISOString();
  await db
    .insertInto('backend_invitations')
    .values({
      id: userId,
      family_id: familyId,
      email: coParent.email === null ? null : normaliseEmail(coParent.email),
      co_parent: coParentColumn.write(coParent),
      is_subscription_paid: Number(paidPackageId !== null),
      package_id: paidPackageId,
      professional: inviter.isProfessional
        ? inviterColumn.write({ firstName: inviter.firstName, lastName: inviter.lastName })
        : null,
      language,
      created_at: now,
      updated_at: now,
    })
    .execute();
  if (coParent.email === null) return;
  await mailInvite(db, context, {
    userId,
    recipient: coParent.email,
    callingCode: callingCodeOf(coParent),
    inviter,
    isPaid: paidPackageId !== null,
    languages: languagesForUnknownReader(language),
    delayMs,
  });
}

/**
 * Makes a new token for an invitation and queues its mail. Over the limit of its mailbox, the mail is sent on the next day with capacity, and
 * the token's lifetime begins then. Earlier tokens stay valid until they expire.
 */
export async function mailInvite(
  db: Db,
  context: EmbeddedContext,
  { delayMs: counted, ...invited }: Omit<InvitedPerson, 'token'> & { delayMs?: number | undefined },
): Promise<void> {
  const delayMs = counted ?? (await countMailTo(db, context, 'invite', invited.recipient));
  if (delayMs > 0) context.reportMail({ event: 'invite-over-limit', kind: 'invite' });
  await queueInvite(db, context, invited, delayMs);
}

/** Does the same without a limit. */
export async function queueInvite(
  db: Db,
  sender: LinkSender,
  invited: Omit<InvitedPerson, 'token'>,
  delayMs = 0,
): Promise<void> {
  const { token, issuedAt: now } = await issueToken(db, sender, 'invite', invited.userId, delayMs);
  await queueMail(db, sender.sealing, makeInviteMail(sender, { ...invited, token }), { now, delayMs });
}

/** Undefined without a phone number, because the forms send a calling code even without a number. */
export function callingCodeOf({ phoneCountryCode, phoneNumber }: Partial<CoParentBody>): string | undefined {
  return phoneNumber ? (phoneCountryCode ?? undefined) : undefined;
}
