import { os } from '~/backend/embedded/context';
import { mailboxOf, readInvitation, skipsPayment, type Invitation } from '~/backend/embedded/people/invitation';
import { findInvite, requireInvite } from '~/backend/embedded/people/invite-access.server';
import {
  findInviteeFaults,
  inviteeDetailsIn,
  keepsPaidDetails,
  saveInviteeDetails,
} from '~/backend/embedded/people/invitee-details.server';
import { findProfessional } from '~/backend/embedded/people/professional-record.server';
import { findFaults, readAnswers } from '~/backend/embedded/people/sections.server';
import { findToken, findTokenOwner, readBearer } from '~/backend/embedded/people/tokens.server';
import { checkCountryCriteria } from '~/backend/embedded/pricing/offer';
import { AUTH_FAILED, DONE } from '~/backend/schemas/answers';
import type { PaidDetails } from '~/backend/schemas/payments';
import { findLanguage } from '~/i18n/languages';
import { translate, type Translate } from '~/i18n/translator';
import { findBestReferrerKey } from '~/backend/embedded/pricing/coupons.server';
import { payerOfInvitation } from '~/backend/embedded/payments/payer';
import { findMissing, pricingRequestOf } from '~/backend/embedded/payments/payment-draft';
import { findPayment, takePayment } from '~/backend/embedded/payments/take-payment.server';
import { quote } from '~/backend/embedded/pricing/quote.server';
import type { Db } from '~/store/store';

/** Returns the caller's own record, for an unused credentials token, a sign-in token or an invite token. */
export const get = os.parents.get.handler(async ({ input, context, errors }) => {
  const { db, clock } = context;
  const { authorization } = input.headers;
  const invite = await findInvite(context, input.params.userId, readBearer(authorization));
  if (invite.state === 'open') {
    const { invitation } = invite;
    return {
      userId: invitation.id,
      email: mailboxOf(invitation) ?? '',
      agreedToTerms: invitation.agreed_to_terms === 1,
      marketingOptIn: (await findOptIn(db, invitation)) === 1,
      address: { country: readInvitation(invitation).address?.country ?? null },
    };
  }
  const token = await findToken(db, clock, authorization);
  if (!token || token.used_at !== null || token.account_id !== input.params.userId) throw errors.FORBIDDEN();
  const account = await db
    .selectFrom('backend_accounts')
    .select(['id', 'email', 'answers', 'agreed_to_terms', 'marketing_opt_in'])
    .where('id', '=', token.account_id)
    .executeTakeFirst();
  if (!account) throw errors.NOT_FOUND();
  // For a professional, the country of the practice.
  const { address, country = null } = readAnswers(account.answers);
  return {
    userId: account.id,
    email: account.email,
    agreedToTerms: account.agreed_to_terms === 1,
    marketingOptIn: account.marketing_opt_in === 1,
    isProfessional: (await findProfessional(db, account.id)) !== undefined,
    address: { country: address?.country ?? country },
  };
});

/** The payment stores its answer only in the account. */
async function findOptIn(db: Db, { id, account_made_at, marketing_opt_in }: Invitation): Promise<number> {
  if (account_made_at === null) return marketing_opt_in;
  const account = db.selectFrom('backend_accounts').select('marketing_opt_in').where('id', '=', id);
  return (await account.executeTakeFirstOrThrow()).marketing_opt_in;
}

/**
 * Stores an invited parent's details. Only the named sections change. Answer and code are stored as hashes.
 *
 * @throws FORBIDDEN if the sign-up is done, or if name, e-mail, phone or address of a paid account would change
 */
export const update = os.parents.update.handler(async ({ input, context, errors }) => {
  const { params, headers, body } = input;
  const access = await findInvite(context, params.userId, readBearer(headers.authorization));
  if (access.state === 'dead') return AUTH_FAILED;
  if (access.state === 'completed') throw errors.FORBIDDEN();
  const { invitation } = access;
  const t = translate(findLanguage(headers['accept-language']));
  const validationErrors = await findInviteeFaults(context, invitation, body, t);
  if (validationErrors.length > 0) return { status: 422, message: 'validation.errors', validationErrors };
  if (invitation.account_made_at !== null && !keepsPaidDetails(invitation, body)) throw errors.FORBIDDEN();
  if (!(await saveInviteeDetails(context, invitation, await inviteeDetailsIn(context, invitation, body))))
    throw errors.FORBIDDEN();
  return DONE;
});

export const agreeToTerms = os.parents.agreeToTerms.handler(async ({ input, context, errors }) => {
  const invitation = await requireInvite(context, input.params.userId, input.headers['x-invite-token'], errors);
  if (!(await saveInviteeDetails(context, invitation, { columns: { agreed_to_terms: 1 } }))) throw errors.FORBIDDEN();
  return DONE;
});

export const setMarketingOptIn = os.parents.setMarketingOptIn.handler(async ({ input, context, errors }) => {
  const invitation = await requireInvite(context, input.params.userId, input.headers['x-invite-token'], errors);
  const marketing_opt_in = Number(input.body.marketingOptIn);
  if (!(await saveInviteeDetails(context, invitation, { columns: { marketing_opt_in } }))) throw errors.FORBIDDEN();
  return DONE;
});

export const checkCountry = os.parents.checkCountry.handler(async ({ input, context, errors }) => {
  const { params, headers, body } = input;
  await requireInvite(context, params.userId, readBearer(headers.authorization), errors);
  return checkCountryCriteria(context, body, headers['x-anonymous-id']);
});

/** The order's price at the address of the request, or else the stored one. */
export const price = os.parents.price.handler(async ({ input, context, errors }) => {
  const { params, headers, body } = input;
  const invitation = await requireInvite(context, params.userId, readBearer(headers.authorization), errors);
  const language = findLanguage(headers['accept-language']);
  const t = translate(language);
  const payer = payerOfInvitation(invitation, headers['x-anonymous-id'], body.payer);
  const faults = [...(body.payer ? findPayerFaults(body.payer, t) : []), ...findMissing(payer, t)];
  if (body.userId !== params.userId) faults.push({ field: 'userId', text: t('backend:validation.signup') });
  if (faults.length > 0) throw errors.INVALID({ data: { validationErrors: faults } });
  const wanted = { order: body.orderDetail, payForCoparent: false, codes: body.subscriptionCodes };
  const referrerKey = body.withoutCoupon
    ? undefined
    : await findBestReferrerKey(context.db, headers['x-referrer-key'], invitation.referrer_key);
  const quoted = await quote(context, pricingRequestOf(payer, wanted), {
    anonymousId: payer.anonymousId,
    referrerKey,
    language,
  });
  if (quoted.outcome === 'invalid') throw errors.INVALID({ data: { validationErrors: quoted.validationErrors } });
  return { pricing: quoted.pricing };
});

/**
 * Takes an invited parent's payment for their own subscription.
 *
 * @throws FORBIDDEN also if another person already pays for the subscription, so that it is not paid twice
 */
export const pay = os.parents.pay.handler(async ({ input, context, errors, signal }) => {
  const begunAt = performance.now();
  const { params, headers, body } = input;
  const access = await findInvite(context, params.userId, readBearer(headers.authorization));
  if (access.state === 'dead') return AUTH_FAILED;
  const { invitation } = access;
  if (access.state === 'completed' || skipsPayment(invitation)) throw errors.FORBIDDEN();
  const referrerKey = await findBestReferrerKey(context.db, headers['x-referrer-key'], invitation.referrer_key);
  const { payer, ...wanted } = body;
  const payment = {
    begunAt,
    signal,
    body: { ...wanted, payForCoparent: false },
    idempotencyKey: headers['idempotency-key'],
    referrerKey,
    acceptLanguage: headers['accept-language'],
  };
  const t = translate(findLanguage(headers['accept-language']));
  const faults = payer ? findPayerFaults(payer, t) : [];
  if (faults.length > 0) throw errors.INVALID({ data: { validationErrors: faults } });
  return takePayment(context, payerOfInvitation(invitation, headers['x-anonymous-id'], payer), payment, errors);
});

function findPayerFaults({ parent, address }: PaidDetails, t: Translate) {
  return findFaults(t, { PARENT: { parent }, ADDRESS: { address } });
}

/**
 * Also for a completed invite, because a browser may ask only after another one has set the credentials. A link that has expired since only
 * finds the payment of the key, because another person may have paid with a newer one.
 */
export const payment = os.parents.payment.handler(async ({ input, context, errors }) => {
  const { userId, idempotencyKey } = input.params;
  const token = readBearer(input.headers.authorization);
  const isDead = (await findInvite(context, userId, token)).state === 'dead';
  if (isDead && (await findTokenOwner(context.db, token)) !== userId) throw errors.FORBIDDEN();
  return findPayment(context, userId, idempotencyKey, { joinsLive: !isDead });
});
