import type { DemoFixture } from '~/backend/demo';
import type { Clock } from '~/domain/clock';
import { percent } from '~/domain/money';
import { usernameKey } from '~/backend/embedded/people/accounts.server';
import { insertCodes } from '~/backend/embedded/pricing/activation-codes.server';
import type { CodeHashing } from '~/backend/embedded/pricing/code-hashing.server';
import { INVITE_FIXTURES, PAID_INVITE_EMAIL, insertInviteFixtures } from './invite-fixtures.server';
import type { Db } from '~/store/store';

/** The values and links listed on the demo page. */
export const DEMO_FIXTURES: readonly DemoFixture[] = [
  { kind: 'value', value: 'taken@example.com', text: 'backend:fixtures.takenParent' },
  { kind: 'value', value: 'taken.name', text: 'backend:fixtures.takenUsername' },
  { kind: 'value', value: 'known.coparent@example.com', text: 'backend:fixtures.knownCoParent' },
  { kind: 'value', value: PAID_INVITE_EMAIL, text: 'backend:fixtures.paidCoParent' },
  { kind: 'value', value: 'PREPAID-FULL', worth: 12000, text: 'backend:fixtures.prepaidFull' },
  { kind: 'value', value: 'PREPAID-40', worth: 4000, text: 'backend:fixtures.prepaidPart' },
  { kind: 'value', value: 'PREPAID-USED', text: 'backend:fixtures.prepaidUsed' },
  { kind: 'value', value: '?ado=true&jek=spring&pv=MjA=', text: 'backend:fixtures.discount' },
  ...INVITE_FIXTURES,
];

const ACCOUNTS = [
  { id: 'demo-taken', email: 'taken@example.com', username: 'taken.name' },
  { id: 'demo-known-coparent', email: 'known.coparent@example.com', username: null },
];

const CODES = [
  { code: 'PREPAID-FULL', amount: 12000, isSpent: false },
  { code: 'PREPAID-40', amount: 4000, isSpent: false },
  { code: 'PREPAID-USED', amount: 12000, isSpent: true },
];

/** Adds the demo's fixtures. Existing rows, including spent codes, stay unchanged. */
export async function insertFixtures(db: Db, clock: Clock, codeHashing: CodeHashing): Promise<void> {
  const now = clock.now().toISOString();
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('backend_accounts')
      .values(
        ACCOUNTS.map(({ id, email, username }) => ({
          id,
          family_id: null,
          email,
          email_key: email,
          answers: '{}',
          marketing_opt_in: 0,
          username,
          username_key: username && usernameKey(username),
          password_hash: null,
          created_at: now,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await insertCodes(
      transaction,
      codeHashing,
      CODES.map(({ code, amount, isSpent }) => ({ code, amount, currency: 'USD', spentAt: isSpent ? now : null })),
    );
    await transaction
      .insertInto('backend_coupons')
      .values({ referrer_key: 'spring', coupon_code: 'SPRING20', rate: percent(20) })
      .onConflict((conflict) => conflict.column('referrer_key').doNothing())
      .execute();
    await insertInviteFixtures(transaction, clock);
  });
}
