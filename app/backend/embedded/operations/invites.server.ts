import { os, type EmbeddedContext } from '~/backend/embedded/context';
import { describeInvite } from '~/backend/embedded/people/describe-invite.server';
import { readInvitation } from '~/backend/embedded/people/invitation';
import { findInvite } from '~/backend/embedded/people/invite-access.server';
import { DONE, NOT_RENEWED } from '~/backend/schemas/answers';
import { renewInvite } from '~/backend/embedded/people/renew-invite.server';
import { readBearer } from '~/backend/embedded/people/tokens.server';
import { findLanguage } from '~/i18n/languages';
import type { FullPaymentAnswer } from '~/backend/embedded/pricing/full-answers';
import type { Order } from '~/domain/order';
import type { AddressBody, ParentBody } from '~/backend/schemas/people';
import { findLiveAttempt } from '~/backend/embedded/payments/attempts/attempt-store.server';
import {
  findReadableAnswer,
  readAttempt,
  type PaymentAttempt,
} from '~/backend/embedded/payments/attempts/payment-attempt';
import type { Db } from '~/store/store';

/** Only reads, so a client may repeat it. */
export const get = os.invites.get.handler(async ({ input, context, errors }) => {
  const access = await findInvite(context, input.params.userId, readBearer(input.headers.authorization));
  if (access.state === 'dead') throw errors.FORBIDDEN();
  if (access.state === 'completed') throw errors.COMPLETED();
  const { invitation, isPayersLink } = access;
  const paidOrder = await findPaidOrder(context, { id: invitation.id, ...readInvitation(invitation) });
  const language = findLanguage(input.headers['accept-language']);
  const paid = paidOrder && !isPayersLink ? { paidOrder: null, paidByAnother: summaryOf(paidOrder) } : { paidOrder };
  const anonymousId = input.headers['x-anonymous-id'];
  return describeInvite(context, invitation, { ...paid, language, anonymousId, entered: input.query });
});

function summaryOf({ order, answer: { receipt } }: NonNullable<Awaited<ReturnType<typeof findPaidOrder>>>) {
  return { order, totalFormatted: receipt.totals.totalFormatted, paidAt: receipt.transactionDateTime };
}

/**
 * Mails a new link to the owner of a token, which may have expired. The response does not reveal whether the invite exists, is completed,
 * or has reached the daily limit of mails.
 */
export const renew = os.invites.renew.handler(async ({ input, context }) => {
  try {
    await renewInvite(context, input.body.inviteToken, input.headers['accept-language']);
    return DONE;
  } catch (cause) {
    context.reportMail({ event: 'invite-not-renewed', cause });
    return NOT_RENEWED;
  }
});

/** Without a token if no secret opens the stored response. The invited parent sets username and password by the link. */
type RestoredAnswer = Omit<FullPaymentAnswer, 'clickToJoinToken' | 'gaPayloadBase64'> & {
  clickToJoinToken: string | null;
  gaPayloadBase64: string | null;
};

interface FullPaidOrder {
  answer: RestoredAnswer;
  order: Order;
  timeZone: string;
  billingAddress: AddressBody | null;
}

interface PaidBy {
  /** The user's id. */
  id: string;
  parent: ParentBody | null;
  address: AddressBody | null;
}

/** The order that this user paid, in any browser, with its response. */
async function findPaidOrder(
  { db, sealing }: EmbeddedContext,
  { id, parent, address }: PaidBy,
): Promise<FullPaidOrder | null> {
  const attempt = await findLiveAttempt(db, id);
  if (!attempt || attempt.sealed_answer === null) return null;
  const answer =
    findReadableAnswer(sealing, attempt.sealed_answer) ?? (await restoreAnswer(db, attempt, parent?.email ?? ''));
  const { order } = readAttempt(attempt).request;
  return { answer, order, timeZone: parent?.timeZone ?? 'UTC', billingAddress: address };
}

/** The response from what its order keeps, with activation codes masked. */
async function restoreAnswer(db: Db, attempt: PaymentAttempt, email: string): Promise<RestoredAnswer> {
  const order = await db
    .selectFrom('backend_orders')
    .select(['account_id', 'family_id', 'receipt'])
    .where('id', '=', attempt.order_id)
    .executeTakeFirstOrThrow();
  const { request, pricing } = readAttempt(attempt);
  return {
    receipt: JSON.parse(order.receipt) as FullPaymentAnswer['receipt'],
    registration: {
      parent: { userId: order.account_id, familyId: order.family_id, email },
      coParent: null,
      order: request.order.productId === null ? { packageId: request.order.packageId } : request.order,
      promoCodes: request.promoCodes,
    },
    pricingInfo: { couponDetail: pricing.couponDetail },
    clickToJoinToken: null,
    gaPayloadBase64: null,
  };
}
