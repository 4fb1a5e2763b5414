import type { DemoBackend, DemoProfessional } from '~/backend/demo';
import { formatMoney } from '~/domain/money';
import type { Language } from '~/i18n/languages';
import type { Sealing } from '~/lib/sealing.server';
import type { Db } from '~/store/open-store.server';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { DEMO_FIXTURES } from './fixtures.server';
import { inviteClient } from './invite-client.server';
import { findMailHtml, listMails } from '~/backend/embedded/mails/outbox.server';
import { professionalColumn } from '~/backend/embedded/people/professional-record.server';

export function createDemoBackend(context: EmbeddedContext): DemoBackend {
  const { db, sealing, pepper } = context;
  return {
    async payments(language) {
      const rows = await db
        .selectFrom('backend_payment_attempts as attempt')
        .leftJoin('backend_settlements as followed', 'followed.order_id', 'attempt.order_id')
        .select(['attempt.order_id', 'amount', 'currency', 'attempt.state', 'followed.state as later'])
        .orderBy('created_at', 'desc')
        .limit(100)
        .execute();
      return rows.map(({ order_id, amount, currency, state, later }) => ({
        orderId: order_id,
        amount,
        currency: currency,
        amountFormatted: formatMoney(amount, currency, language),
        state: later === null || later === 'submitted' || later === state ? state : `${state}, ${later}`,
      }));
    },
    mails: () => listMails(db, sealing),
    mailHtml: (id) => findMailHtml(db, sealing, id),
    professionals: (language) => listProfessionals(db, pepper, language),
    inviteClient: (client) => inviteClient(context, client),
    fixtures: DEMO_FIXTURES,
  };
}

async function listProfessionals(db: Db, pepper: Sealing, language: Language): Promise<DemoProfessional[]> {
  const rows = await db
    .selectFrom('backend_professionals')
    .select(['account_id', 'registration'])
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();
  const codes = await db
    .selectFrom('backend_professional_codes')
    .innerJoin('backend_activation_codes', 'backend_activation_codes.code', 'backend_professional_codes.code')
    .select(['backend_activation_codes.code', 'sealed_code', 'amount', 'currency', 'spent_at', 'professional_id'])
    .execute();
  return rows.map((row) => {
    const { firstName, lastName, practiceName, email } = professionalColumn.read(row.registration);
    return {
      userId: row.account_id,
      name: `${firstName} ${lastName}`,
      practiceName,
      email,
      codes: codes
        .filter(({ professional_id }) => professional_id === row.account_id)
        .map(({ code, sealed_code, amount, currency, spent_at }) => ({
          code: sealed_code === null ? code : pepper.open(sealed_code),
          amountFormatted: formatMoney(amount, currency, language),
          isSpent: spent_at !== null,
        })),
    };
  });
}
