import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { normaliseEmail } from '~/domain/email';
import type { Language } from '~/i18n/languages';
import type { Schema } from '~/store/schema';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { makeInviteMail } from '~/backend/embedded/mails/invite-mail';
import { queueMail } from '~/backend/embedded/mails/outbox.server';
import { coParentColumn, inviterColumn, type CoParentBody, type PersonName } from './json-columns';
import { issueToken } from './tokens.server';

interface CoParentToInvite {
  familyId: string;
  coParent: CoParentBody;
  /** The package that was already paid for them. */
  paidPackageId: string | null;
  /** The professional who made the account, if the other parent did not. */
  professional?: PersonName;
  /** The inviter's language. */
  language: Language;
}

/** Stores an invitation with its future user id, and mails the co-parent if their e-mail is known. */
export async function inviteCoParent(
  db: Kysely<Schema>,
  context: EmbeddedContext,
  { familyId, coParent, paidPackageId, professional, language }: CoParentToInvite,
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
      professional: professional ? inviterColumn.write(professional) : null,
      language,
      created_at: now,
      updated_at: now,
    })
    .execute();
  if (coParent.email === null) return;
  await mailInvite(db, context, { userId, recipient: coParent.email, firstName: coParent.firstName, language });
}

/** Makes a new token for an invitation and queues its mail. Earlier tokens stay valid until they expire. */
export async function mailInvite(
  db: Kysely<Schema>,
  context: EmbeddedContext,
  to: { userId: string; recipient: string; firstName: string; language: Language },
): Promise<void> {
  const { clock, sealing } = context;
  const token = await issueToken(db, clock, 'invite', to.userId);
  await queueMail(db, clock, sealing, makeInviteMail(context, { ...to, token }));
}
