import type Database from 'libsql';
import { z } from 'zod';
import { CURRENCIES } from '~/domain/money';

/** A visitor approves or cancels an open agreement. An approved one is turned into a nonce once. */
const status = z.enum(['open', 'approved', 'cancelled', 'used']);
export type AgreementStatus = z.infer<typeof status>;

const agreementRow = z.object({
  token: z.string(),
  return_url: z.string(),
  cancel_url: z.string(),
  amount: z.number(),
  currency: z.enum(CURRENCIES),
  /** Whether charges of this agreement decline. */
  is_declined: z.union([z.literal(0), z.literal(1)]),
  status,
  created_at: z.string(),
});
export type SandboxAgreement = z.infer<typeof agreementRow>;

export const AGREEMENTS_TABLE = `
  create table if not exists agreements (
    token text primary key, return_url text not null, cancel_url text not null, amount integer, currency text,
    is_declined integer not null, status text not null, created_at text not null
  );
`;

/** PayPal's billing agreements, as rows of the sandbox's file. */
export function agreementsIn(database: Database.Database) {
  return {
    add(agreement: SandboxAgreement): void {
      database
        .prepare(
          `insert into agreements (token, return_url, cancel_url, amount, currency, is_declined, status, created_at)
           values (?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          agreement.token,
          agreement.return_url,
          agreement.cancel_url,
          agreement.amount,
          agreement.currency,
          agreement.is_declined,
          agreement.status,
          agreement.created_at,
        );
    },

    find: (token: string) =>
      agreementRow.optional().parse(database.prepare('select * from agreements where token = ?').get(token)),

    /** Changes the status atomically. @returns whether it was `from`; of two concurrent calls, one succeeds */
    move(token: string, from: AgreementStatus, to: AgreementStatus, isDeclined: boolean): boolean {
      const { changes } = database
        .prepare('update agreements set status = ?, is_declined = ? where token = ? and status = ?')
        .run(to, Number(isDeclined), token, from);
      return changes === 1;
    },
  };
}
