import { safe } from '@orpc/client';
import type { InvitedParentUpdate } from '~/backend/schemas/sections';
import type { InvitedPaymentRequest, PaymentRequest } from '~/backend/schemas/payments';
import { readFoundPayment, readPayment } from '~/backend/refusal';
import type { Order } from '~/domain/order';
import { ADDRESS, PLUS, type SignUp, type TestBackend } from '~tests/servers/embedded-backend';
import { paymentRequest } from '~tests/answers/payment-request';

export interface Invited {
  userId: string;
  token: string;
}

type Client = TestBackend['client'];
/** A request body of a test. It may lack parts that its sections need, so that the backend rejects it. */
export interface Told {
  sections: InvitedParentUpdate['sections'][number][];
  parent?: InvitedParentUpdate['parent'];
  address?: object;
  referral?: { selection: string; other: string | null };
  parentDuplicateConfirmed?: boolean;
  segmentAnonymousId?: string;
}

/** Pays as parent A. @returns the data of the co-parent's invite */
export async function inviteCoParent(
  backend: TestBackend,
  given: { payForCoparent?: boolean; order?: Order; signup?: SignUp } = {},
): Promise<Invited> {
  const signup = given.signup ?? (await backend.signUp());
  const before = new Set((await backend.demo!.mails()).map(({ id }) => id));
  const { data, error } = await backend.pay(
    signup,
    await backend.requestFor(signup, given),
    `invites-${signup.signupId}`,
  );
  if (data?.state !== 'paid') throw new Error('Parent A has not paid', { cause: error });
  return invitedIn((await backend.demo!.mails()).find(({ id, kind }) => kind === 'invite' && !before.has(id))?.text);
}

/** Parses the link in an invite mail. */
export function invitedIn(text = ''): Invited {
  const link = /https?:\/\/\S+\/app\/join\/invite\?\S+/.exec(text)?.[0];
  if (!link) throw new Error(`No invite link in the mail: ${text}`);
  const query = new URL(link).searchParams;
  return { userId: query.get('userId')!, token: query.get('token')! };
}

export const bearer = ({ token }: Invited) => ({ authorization: `Bearer ${token}` });

export const BEN = {
  firstName: 'Ben',
  lastName: 'Lee',
  email: 'ben@example.com',
  phoneCountryCode: '+1',
  phoneNumber: '6125550199',
};
export const NO_ADDRESS = { line1: null, line2: null, city: null, region: null, postalCode: null, country: null };
export const SECURITY = {
  securityQuestion: 'Name of my first pet?',
  securityAnswer: 'Maple the cat',
  securityCode: '4711',
  confirmCode: '4711',
};
/** The body that is sent with the credentials of a parent whose contact is stored. */
export const WITH_CREDENTIALS = {
  sections: ['REFERRAL' as const, 'SECURITY_QUESTION' as const, 'SECURITY_CODE' as const],
  referral: { selection: 'NEWS', other: null },
  ...SECURITY,
};

export const inviteOf = (client: Client, invited: Invited, language = 'en') =>
  safe(
    client.invites.get({
      params: { userId: invited.userId },
      headers: { ...bearer(invited), 'accept-language': language },
    }),
  );

export const tell = (client: Client, invited: Invited, told: Told) =>
  safe(
    client.parents.update({
      params: { userId: invited.userId },
      headers: bearer(invited),
      body: {
        parent: BEN,
        address: NO_ADDRESS,
        segmentAnonymousId: null,
        segmentIdentify: false,
        ...told,
      } as InvitedParentUpdate,
    }),
  );

/** Sends the contact and the address that a payment needs. */
export const tellAll = (client: Client, invited: Invited, parent = BEN) =>
  tell(client, invited, {
    sections: ['PARENT', 'ADDRESS'],
    parent: { ...parent, timeZone: 'America/Chicago' },
    address: { ...ADDRESS, line1: '7 Oak Avenue', region: 'TX', postalCode: '75001', city: 'Dallas' },
  });

export const priceFor = (
  client: Client,
  invited: Invited,
  order: Order = PLUS,
  codes: string[] = [],
  referrer?: string,
) =>
  safe(
    client.parents.price({
      params: { userId: invited.userId },
      headers: { ...bearer(invited), 'x-referrer-key': referrer },
      body: { userId: invited.userId, orderDetail: order, subscriptionCodes: codes },
    }),
  );

/** Returns a payment request with the order's current amounts. */
export async function requestOf(
  backend: TestBackend,
  invited: Invited,
  given: { order?: Order; nonce?: string | null; codes?: string[] } = {},
): Promise<PaymentRequest> {
  const order = given.order ?? PLUS;
  const { data, error } = await priceFor(backend.client, invited, order, given.codes);
  if (!data) throw new Error('No price', { cause: error });
  return paymentRequest(order, {
    payment: {
      amountDisplayed: data.pricing.totals.total,
      cardHolderName: 'Ben Lee',
      nonce: given.nonce === undefined ? await backend.makeNonce() : given.nonce,
      taxAmountDisplayed: data.pricing.totals.taxAmount,
      taxId: data.pricing.taxId,
    },
    promoCodes: given.codes ?? null,
  });
}

export const payAs = (client: Client, invited: Invited, body: InvitedPaymentRequest, key = 'key-1') =>
  safe(
    client.parents
      .pay({
        params: { userId: invited.userId },
        headers: { ...bearer(invited), 'idempotency-key': key },
        body,
      })
      .then(readPayment),
  );

export const lookUpAs = (client: Client, invited: Invited, key = 'key-1') =>
  safe(
    client.parents
      .payment({ params: { userId: invited.userId, idempotencyKey: key }, headers: bearer(invited) })
      .then(readFoundPayment),
  );

export const choose = (client: Client, invited: Invited, username: string, password = 'correct-horse-7') =>
  safe(client.credentials.set({ headers: bearer(invited), body: { username, password } }));

export const renewFor = (client: Client, inviteToken: string, language?: string) =>
  client.invites.renew({ headers: { 'accept-language': language }, body: { inviteToken } });
