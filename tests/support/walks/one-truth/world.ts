import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'libsql';
import { contract, type BackendClient } from '~/backend/contract/contract';
import { issueToken } from '~/backend/embedded/people/tokens.server';
import { systemClock } from '~/domain/clock';
import type { Currency } from '~/domain/money';
import { openSite, type Site } from '~tests/servers/site';

/** A backend call with a visitor's data. */
export interface SentCall {
  call: string;
  body: { sections: string[]; parent?: Record<string, string | undefined> };
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/**
 * Opens a site with the embedded backend, and records its calls.
 * @param sellsInPounds whether packages in pounds are sold in Great Britain
 */
export async function openWorld({ sellsInPounds = true } = {}) {
  const calls: SentCall[] = [];
  const served = await openSite({
    env: sellsInPounds ? {} : { FLAGS: 'GROW450=control' },
    connect: (backend) => Promise.resolve(recordingCalls(backend, calls)),
  });
  return { ...worldOf(served), calls, sellsInPounds };
}

/** Adds to a site what the walks read and change in its store. */
export function worldOf(served: Site) {
  const { db, clock: storeClock } = served.store;
  return {
    ...served,

    /** Adds an activation code. @returns the code */
    async addCode(amount: number, currency: Currency): Promise<string> {
      const code = `WALK-${randomUUID().slice(0, 8).toUpperCase()}`;
      await db
        .insertInto('backend_activation_codes')
        .values({ code, amount, currency, spent_at: null, spent_by: null })
        .execute();
      return code;
    },

    async spendCode(code: string): Promise<void> {
      await db
        .updateTable('backend_activation_codes')
        .set({ spent_at: systemClock.now().toISOString(), spent_by: 'somebody else' })
        .where('code', '=', code)
        .execute();
    },

    /** Creates an unpaid invite. @returns its link */
    async invite(userId: string): Promise<string> {
      const [family, invitation] = await Promise.all([
        db.selectFrom('backend_families').selectAll().where('id', '=', 'demo-family-9001').executeTakeFirstOrThrow(),
        db.selectFrom('backend_invitations').selectAll().where('id', '=', '9001').executeTakeFirstOrThrow(),
      ]);
      const email = `invited.${userId}@example.com`;
      const coParent = { ...(JSON.parse(invitation.co_parent) as object), email };
      await db
        .insertInto('backend_families')
        .values({ ...family, id: `family-${userId}` })
        .execute();
      await db
        .insertInto('backend_invitations')
        .values({
          ...invitation,
          id: userId,
          family_id: `family-${userId}`,
          email,
          co_parent: JSON.stringify(coParent),
        })
        .execute();
      const { token } = await issueToken(db, { clock: systemClock, storeClock }, 'invite', userId);
      return `/invite?${new URLSearchParams({ token, userId }).toString()}`;
    },

    /** Finds the backend's row of an unpaid sign-up, by the id of an invited parent, or by e-mail. */
    async findKept(id: string | undefined, email: string) {
      if (id === undefined) {
        return await db
          .selectFrom('backend_registrations')
          .selectAll()
          .where('email', '=', email)
          .orderBy('created_at', 'desc')
          .executeTakeFirst();
      }
      return await db.selectFrom('backend_invitations').selectAll().where('id', '=', id).executeTakeFirst();
    },

    async forgetRegistrations(email: string): Promise<void> {
      await db.deleteFrom('backend_registrations').where('email', '=', email).execute();
    },

    async findPaid(email: string) {
      const account = await db.selectFrom('backend_accounts').selectAll().where('email', '=', email).executeTakeFirst();
      if (!account) return undefined;
      const order = await db
        .selectFrom('backend_orders')
        .selectAll()
        .where('account_id', '=', account.id)
        .executeTakeFirst();
      return order && { account, order, charges: readCharges(served.dataDir, order.id) };
    },
  };
}

/** Returns the provider's charges for an order. */
function readCharges(dataDir: string, orderId: string) {
  const books = new Database(join(dataDir, 'sandbox.db'));
  try {
    const rows = books.prepare('select status, body from transactions where order_id = ?').all(orderId);
    return (rows as { status: string; body: string }[]).map(({ status, body }) => ({
      ...(JSON.parse(body) as { amount: number; currency: string; paymentType: string }),
      status,
    }));
  } finally {
    books.close();
  }
}

const RECORDED_CALLS: readonly string[] = ['registrations.create', 'registrations.update', 'parents.update'];

/** Wraps a client, and records calls with a visitor's data. */
function recordingCalls(client: BackendClient, calls: SentCall[]): BackendClient {
  return new Proxy(client, {
    get: (groups, group: string) =>
      // `await` checks whether a client is a promise.
      group in contract &&
      new Proxy(groups[group as keyof BackendClient], {
        get: (methods, name: string) => (input: unknown) => {
          const call = `${group}.${name}`;
          if (RECORDED_CALLS.includes(call)) calls.push({ call, body: (input as { body: SentCall['body'] }).body });
          return (methods[name as never] as (input: unknown) => Promise<unknown>)(input);
        },
      }),
  });
}
