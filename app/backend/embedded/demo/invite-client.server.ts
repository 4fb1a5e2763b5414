import { randomUUID } from 'node:crypto';
import type { DemoClient } from '~/backend/demo';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { inviteCoParent } from '~/backend/embedded/people/invite-co-parent.server';
import { findProfessional } from '~/backend/embedded/people/professional-record.server';

/**
 * Creates the invitation of a professional's client and mails the link. The client pays nothing and sees the professional's name
 * (docs/rules.md, "Created by a professional").
 *
 * @returns false if there is no such professional
 */
export async function inviteClient(context: EmbeddedContext, client: DemoClient): Promise<boolean> {
  const { professionalId, firstName, lastName, email, language } = client;
  const professional = await findProfessional(context.db, professionalId);
  if (!professional) return false;
  const familyId = randomUUID();
  const created_at = context.clock.now().toISOString();
  await context.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('backend_families')
      .values({ id: familyId, children: '[]', first_time_setup: 1, created_at })
      .execute();
    await inviteCoParent(transaction, context, {
      familyId,
      coParent: { firstName, lastName, email },
      paidPackageId: null,
      inviter: { firstName: professional.firstName, lastName: professional.lastName, isProfessional: true },
      language,
    });
  });
  context.mailsQueued();
  return true;
}
