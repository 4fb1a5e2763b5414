import type { DemoFixture } from '~/backend/demo';
import { BASE_PATH } from '~/domain/base-path';
import type { Clock } from '~/domain/clock';
import { percent } from '~/domain/money';
import { INVITE_DAYS } from '~/backend/embedded/mails/links';
import { childrenColumn } from '~/backend/embedded/people/family-members.server';
import { coParentColumn, inviterColumn } from '~/backend/embedded/people/invitation';
import { answersOf } from '~/backend/embedded/people/sections.server';
import { hashSecret } from '~/backend/embedded/people/tokens.server';
import { StartFault } from '~/lib/start-fault';
import type { Db } from '~/store/store';

const DAY_MS = 24 * 60 * 60 * 1000;
const COUPON = { referrer_key: 'demo-invited', coupon_code: 'WELCOME15', rate: percent(15) };

interface InviteFixture {
  token: string;
  userId: string;
  text: DemoFixture['text'];
  firstName: string;
  isExpired?: boolean;
  isPaid?: boolean;
  hasAddress?: boolean;
  hasCoupon?: boolean;
  professional?: { firstName: string; lastName: string };
}

/** The demo's invites. Their tokens are public, so they exist only in demo mode. */
const INVITES: readonly InviteFixture[] = [
  { token: 'demo-invite-by-parent', userId: '9001', text: 'backend:fixtures.inviteByParent', firstName: 'Blake' },
  {
    token: 'demo-invite-by-professional',
    userId: '9002',
    text: 'backend:fixtures.inviteByProfessional',
    firstName: 'Casey',
    professional: { firstName: 'Jordan', lastName: 'Whitfield' },
  },
  {
    token: 'demo-invite-paid',
    userId: '9003',
    text: 'backend:fixtures.invitePaid',
    firstName: 'Devon',
    isPaid: true,
    hasAddress: true,
  },
  {
    token: 'demo-invite-paid-no-address',
    userId: '9004',
    text: 'backend:fixtures.invitePaidNoAddress',
    firstName: 'Emery',
    isPaid: true,
  },
  {
    token: 'demo-invite-expired',
    userId: '9005',
    text: 'backend:fixtures.inviteExpired',
    firstName: 'Frankie',
    isExpired: true,
  },
  {
    token: 'demo-invite-coupon',
    userId: '9006',
    text: 'backend:fixtures.inviteCoupon',
    firstName: 'Gale',
    hasCoupon: true,
  },
];

export const INVITE_FIXTURES: readonly DemoFixture[] = INVITES.map(({ token, userId, text }) => ({
  kind: 'link',
  value: `${BASE_PATH}/invite?${new URLSearchParams({ token, userId }).toString()}`,
  text,
}));

/** Invited parent with a paid subscription, who may still sign up as parent A. */
export const PAID_INVITE_EMAIL = emailOf({ firstName: 'Devon', userId: '9003' });

/** Adds the demo's invites. Existing ones stay unchanged, but their links are valid for another 7 days. */
export async function insertInviteFixtures(db: Db, clock: Clock): Promise<void> {
  const now = clock.now().toISOString();
  await db
    .insertInto('backend_coupons')
    .values(COUPON)
    .onConflict((conflict) => conflict.column('referrer_key').doNothing())
    .execute();
  await db
    .insertInto('backend_families')
    .values(INVITES.map((invite) => ({ ...familyOf(invite), created_at: now })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await db
    .insertInto('backend_accounts')
    .values(INVITES.filter(({ professional }) => !professional).map((invite) => inviterOf(invite, now)))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('backend_invitations')
    .values(INVITES.map((invite) => ({ ...invitationOf(invite), created_at: now, updated_at: now })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await refreshTokens(db, clock.now());
}

/**
 * Checks that no demo has used the store: its codes are public, and its orders were paid with test cards.
 *
 * @throws StartFault if the store has the fixtures
 */
export async function refuseDemoStore(db: Db): Promise<void> {
  if (!(await hasFixtures(db))) return;
  throw new StartFault(
    'demo-store',
    'This store was used by a demo, whose codes are public. Set DATA_DIR or DATABASE_URL to another store, or DEMO=on',
  );
}

/**
 * Checks that the store is new or a demo's. A demo would add public codes to a real site's store, which then would not start again.
 *
 * @throws StartFault if the store has sign-ups without the fixtures
 */
export async function refuseRealStore(db: Db): Promise<void> {
  for (const table of ['backend_registrations', 'backend_accounts', 'backend_professionals'] as const) {
    const rows = db.selectFrom(table).select(({ lit }) => lit(1).as('one'));
    // Looks for the fixtures last: another process of the demo may insert them meanwhile.
    if ((await rows.limit(1).executeTakeFirst()) && !(await hasFixtures(db))) {
      throw new StartFault(
        'real-store',
        "This store is a real site's, and a demo would add public codes to it. Set DEMO=off, or DATA_DIR or DATABASE_URL to another store",
      );
    }
  }
}

/** Coupons are never purged. */
async function hasFixtures(db: Db): Promise<boolean> {
  const fixture = await db
    .selectFrom('backend_coupons')
    .select('referrer_key')
    .where('referrer_key', '=', COUPON.referrer_key)
    .executeTakeFirst();
  return fixture !== undefined;
}

async function refreshTokens(db: Db, now: Date): Promise<void> {
  const done = await db
    .selectFrom('backend_invitations')
    .select('id')
    .where(
      'id',
      'in',
      INVITES.map(({ userId }) => userId),
    )
    .where('completed_at', 'is not', null)
    .execute();
  for (const { token, userId, isExpired } of INVITES) {
    if (done.some(({ id }) => id === userId)) continue;
    const createdAt = isExpired ? now.getTime() - (INVITE_DAYS + 1) * DAY_MS : now.getTime();
    const times = {
      created_at: new Date(createdAt).toISOString(),
      expires_at: new Date(createdAt + INVITE_DAYS * DAY_MS).toISOString(),
    };
    await db
      .insertInto('backend_tokens')
      .values({ token_hash: hashSecret(token), purpose: 'invite', account_id: userId, used_at: null, ...times })
      .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(times))
      .execute();
  }
}

function familyOf({ userId }: InviteFixture) {
  const children = [
    { firstName: 'Robin', lastName: 'Hart', email: null },
    { firstName: 'Sky', lastName: 'Hart', email: null },
  ];
  return { id: `demo-family-${userId}`, children: childrenColumn.write(children), first_time_setup: 1 };
}

function inviterOf({ userId }: InviteFixture, created_at: string) {
  const email = `inviter.${userId}@example.com`;
  const parent = { firstName: 'Alex', lastName: 'Hart', email, phoneCountryCode: '+1', phoneNumber: '6125550100' };
  return {
    id: `demo-inviter-${userId}`,
    family_id: `demo-family-${userId}`,
    email,
    email_key: email,
    ...answersOf({ PARENT: { parent } }),
    marketing_opt_in: 0,
    username: null,
    username_key: null,
    password_hash: null,
    created_at,
  };
}

function emailOf({ firstName, userId }: Pick<InviteFixture, 'firstName' | 'userId'>): string {
  return `${firstName.toLowerCase()}.${userId}@example.com`;
}

function invitationOf({ userId, firstName, isPaid, hasAddress, hasCoupon, professional }: InviteFixture) {
  const email = emailOf({ firstName, userId });
  const known = {
    firstName,
    lastName: 'Hart',
    email,
    phoneCountryCode: '+1',
    phoneNumber: `61255501${userId.slice(-2)}`,
  };
  const address = {
    line1: '12 Elm Street',
    line2: null,
    city: 'Saint Paul',
    region: 'MN',
    postalCode: '55101',
    country: 'US',
  };
  return {
    id: userId,
    family_id: `demo-family-${userId}`,
    email,
    co_parent: coParentColumn.write(known),
    is_subscription_paid: Number(isPaid === true),
    package_id: isPaid ? '2021' : null,
    referrer_key: hasCoupon ? COUPON.referrer_key : null,
    professional: professional ? inviterColumn.write(professional) : null,
    ...answersOf(hasAddress ? { PARENT: { parent: { ...known, userId } }, ADDRESS: { address } } : {}),
    language: 'en',
  };
}
