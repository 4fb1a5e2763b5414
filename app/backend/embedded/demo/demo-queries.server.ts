import { randomUUID } from 'node:crypto';
import type { DemoBackend, DemoProfessional, DemoClient, DemoSelection } from '~/backend/demo';
import { formatMoney } from '~/domain/money';
import type { Language } from '~/i18n/languages';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { contains, findMailHtml, listMails } from '~/backend/embedded/mails/outbox.server';
import {
  professionalColumn,
  selectProfessionals,
  findProfessional,
} from '~/backend/embedded/people/professional-record.server';
import { inviteCoParent } from '~/backend/embedded/people/invite-co-parent.server';
import { DEMO_FIXTURES } from './fixtures.server';
import type { Db } from '~/store/store';

export function createDemoBackend(context: EmbeddedContext): DemoBackend {
  const { db, clock, sealing } = context;
  return {
    async payments(language, { email, skip = 0, limit = 100 } = {}) {
      let query = db
        .selectFrom('backend_payment_attempts as attempt')
        .leftJoin('backend_settlements as followed', 'followed.order_id', 'attempt.order_id')
        .select(['attempt.order_id', 'amount', 'currency', 'attempt.state', 'followed.state as later'])
        .orderBy('created_at', 'desc')
        .orderBy('attempt.order_id')
        .limit(limit)
        .offset(skip);
      if (email) query = query.where('attempt.signup_id', 'in', signUpsWith(db, email));
      const rows = await query.execute();
      return rows.map(({ order_id, amount, currency, state, later }) => ({
        orderId: order_id,
        amount,
        amountFormatted: formatMoney(amount, currency, language),
        state: later === null || later === 'submitted' || later === state ? state : `${state}, ${later}`,
      }));
    },
    mails: (selection) => listMails(db, clock, sealing, selection),
    mailHtml: (id) => findMailHtml(db, sealing, id),
    professionals: (language, selection) => listProfessionals(context, language, selection),
    inviteClient: (client) => inviteClient(context, client),
    fixtures: DEMO_FIXTURES,
  };
}

/** Ids of the sign-ups that a payment may belong to. */
function signUpsWith(db: Db, email: string) {
  const registrations = db.selectFrom('backend_registrations').select('id').where(contains('email', email));
  const accounts = db.selectFrom('backend_accounts').select('id').where(contains('email', email));
  const invitations = db.selectFrom('backend_invitations').select('id').where(contains('email', email));
  return registrations.union(accounts).union(invitations);
}

async function listProfessionals(
  { db, pepper }: EmbeddedContext,
  language: Language,
  { email, skip = 0, limit = 100 }: DemoSelection = {},
): Promise<DemoProfessional[]> {
  let query = selectProfessionals(db)
    .orderBy('backend_accounts.created_at', 'desc')
    .orderBy('account_id')
    .limit(limit)
    .offset(skip);
  if (email) query = query.where(contains('backend_accounts.email', email));
  const rows = await query.execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ accountId }) => accountId);
  const codes = await db
    .selectFrom('backend_professional_codes')
    .innerJoin('backend_activation_codes', 'backend_activation_codes.code', 'backend_professional_codes.code')
    .select(['sealed_code', 'amount', 'currency', 'spent_at', 'professional_id'])
    .where('professional_id', 'in', ids)
    .execute();
  return rows.map(({ accountId, answers }) => {
    const { firstName, lastName, practiceName, email } = professionalColumn.read(answers);
    return {
      userId: accountId,
      name: `${firstName} ${lastName}`,
      practiceName,
      email,
      codes: codes
        .filter(({ professional_id }) => professional_id === accountId)
        .map(({ sealed_code, amount, currency, spent_at }) => ({
          code: pepper.open(sealed_code),
          amountFormatted: formatMoney(amount, currency, language),
          isSpent: spent_at !== null,
        })),
    };
  });
}

/**
 * Creates the invitation of a professional's client and mails the link. The client pays nothing and sees the professional's name
 * (docs/rules.md, "Created by a professional").
 *
 * @returns false for an unknown professional
 */
async function inviteClient(context: EmbeddedContext, client: DemoClient): Promise<boolean> {
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
