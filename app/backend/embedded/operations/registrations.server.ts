import { randomUUID } from 'node:crypto';
import { normaliseEmail } from '~/domain/email';
import { findLanguage } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import { duplicateFault, hasAccount } from '~/backend/embedded/people/accounts.server';
import { os } from '~/backend/embedded/context';
import { DONE } from '~/backend/schemas/answers';
import { discardRegistration } from '~/backend/embedded/payments/discard-registration.server';
import { resendCredentialsLink } from '~/backend/embedded/people/resend-credentials-link.server';
import {
  findRegistration,
  findSubscriptionStatus,
  requireRegistration,
} from '~/backend/embedded/people/registration.server';
import { answersOf, findFaults, mergeAnswers, OPEN_NAMES, sectionsIn } from '~/backend/embedded/people/sections.server';
import type { RegistrationUpdate } from '~/backend/schemas/sections';
import { hashSecret, makeSecret } from '~/backend/embedded/people/tokens.server';
import { payerOfRegistration, sectionsOf } from '~/backend/embedded/payments/payer';
import { findPayment, takePayment } from '~/backend/embedded/payments/take-payment.server';
import { findCoupon, offerCoupon } from '~/backend/embedded/pricing/coupons.server';
import { quote } from '~/backend/embedded/pricing/quote.server';

/**
 * Starts a sign-up. An e-mail with an account is a duplicate unless the parent confirmed it. An unfinished sign-up with the same e-mail is
 * not a duplicate.
 */
export const create = os.registrations.create.handler(async ({ input, context, errors }) => {
  const { db, clock } = context;
  const { parent, parentDuplicateConfirmed, segmentAnonymousId } = input.body;
  const t = translate(findLanguage(input.headers['accept-language']));
  const isDuplicate = !parentDuplicateConfirmed && (await hasAccount(db, parent.email));
  const validationErrors = [...findFaults(t, { PARENT: { parent } }), ...duplicateFault(t, 'parent', isDuplicate)];
  if (validationErrors.length > 0) throw errors.INVALID({ data: { validationErrors } });

  const signupId = randomUUID();
  const registrationKey = makeSecret();
  const now = clock.now().toISOString();
  await db
    .insertInto('backend_registrations')
    .values({
      id: signupId,
      key_hash: hashSecret(registrationKey),
      email: normaliseEmail(parent.email),
      answers: answersOf({ PARENT: { parent } }).answers,
      parent_duplicate_confirmed: Number(parentDuplicateConfirmed),
      co_parent_duplicate_confirmed: 0,
      anonymous_id: segmentAnonymousId,
      account_id: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return { registrationKey, signupId, subscriptionStatus: await findSubscriptionStatus(db, parent.email) };
});

/**
 * Stores a later step. Sections that the body does not name stay unchanged.
 *
 * @throws FORBIDDEN also if the sign-up is paid, because it is then an account
 */
export const update = os.registrations.update.handler(async ({ input, context, errors }) => {
  const { db, clock } = context;
  const { signupId } = input.params;
  const t = translate(findLanguage(input.headers['accept-language']));
  const { parentDuplicateConfirmed, coParentDuplicateConfirmed } = confirmationsIn(input.body);
  const incoming = sectionsIn(input.body, OPEN_NAMES);
  const email = incoming.PARENT?.parent.email;
  const faults = findFaults(t, incoming);

  for (;;) {
    const known = await requireRegistration(db, signupId, input.headers['x-registration-key'], errors);
    if (known.account_id !== null) throw errors.FORBIDDEN();
    const isParentConfirmed = parentDuplicateConfirmed ?? known.parent_duplicate_confirmed === 1;
    const isCoParentConfirmed = coParentDuplicateConfirmed ?? known.co_parent_duplicate_confirmed === 1;
    const validationErrors = [
      ...faults,
      ...duplicateFault(t, 'parent', !isParentConfirmed && (await hasAccount(db, email))),
      ...duplicateFault(t, 'coParent', !isCoParentConfirmed && (await hasAccount(db, incoming.FAMILY?.coParent.email))),
    ];
    if (validationErrors.length > 0) throw errors.INVALID({ data: { validationErrors } });

    // One statement instead of a transaction. If the row has changed since it was read, nothing is written.
    const updated = await db
      .updateTable('backend_registrations')
      .set({
        ...(email !== undefined && { email: normaliseEmail(email) }),
        answers: mergeAnswers(known.answers, incoming).answers,
        parent_duplicate_confirmed: Number(isParentConfirmed),
        co_parent_duplicate_confirmed: Number(isCoParentConfirmed),
        updated_at: clock.now().toISOString(),
      })
      .where('id', '=', signupId)
      .where('account_id', 'is', null)
      .where('answers', '=', known.answers)
      .where('parent_duplicate_confirmed', '=', known.parent_duplicate_confirmed)
      .where('co_parent_duplicate_confirmed', '=', known.co_parent_duplicate_confirmed)
      .executeTakeFirst();
    if (updated.numUpdatedRows > 0n)
      return { signupId, subscriptionStatus: await findSubscriptionStatus(db, email ?? known.email) };
  }
});

/** An update can confirm a duplicate account of the parent or of the co-parent. */
const confirmationsIn = (body: RegistrationUpdate) =>
  body as { parentDuplicateConfirmed?: boolean; coParentDuplicateConfirmed?: boolean };

/**
 * Deletes an unpaid sign-up.
 *
 * @throws PAYMENT_BEGUN if it is paid, or a payment of it may still take money
 */
export const discard = os.registrations.discard.handler(async ({ input, context, errors }) => {
  const outcome = await discardRegistration(context.db, input.params.signupId, input.headers['x-registration-key']);
  if (outcome === 'wrongKey') throw errors.FORBIDDEN();
  if (outcome === 'paymentBegun') throw errors.PAYMENT_BEGUN();
  return {};
});

export const coupons = os.registrations.coupons.handler(async ({ input, context, errors }) => {
  await requireRegistration(context.db, input.params.signupId, input.headers['x-registration-key'], errors);
  const coupon = await findCoupon(context.db, input.headers['x-referrer-key']);
  if (!coupon) return { coupons: [] };
  return { coupons: [offerCoupon(coupon, findLanguage(input.headers['accept-language']))] };
});

/** `limboId` is the sign-up's own id. */
export const price = os.registrations.price.handler(async ({ input, context, errors }) => {
  const { params, headers, body } = input;
  const registration = await requireRegistration(context.db, params.signupId, headers['x-registration-key'], errors);
  const language = findLanguage(headers['accept-language']);
  if (body.limboId !== params.signupId) {
    const text = translate(language)('backend:validation.signup');
    throw errors.INVALID({ data: { validationErrors: [{ field: 'limboId', text }] } });
  }
  const quoted = await quote(context, body, {
    anonymousId: registration.anonymous_id,
    referrerKey: headers['x-referrer-key'],
    language,
  });
  if (quoted.outcome === 'invalid') throw errors.INVALID({ data: { validationErrors: quoted.validationErrors } });
  return quoted.pricing;
});

export const pay = os.registrations.pay.handler(async ({ input, context, errors, signal }) => {
  const begunAt = performance.now();
  const { params, headers, body } = input;
  const registration = await requireRegistration(context.db, params.signupId, headers['x-registration-key'], errors);
  const { payer, ...wanted } = body;
  const faults = payer ? findFaults(translate(findLanguage(headers['accept-language'])), sectionsOf(payer)) : [];
  if (faults.length > 0) throw errors.INVALID({ data: { validationErrors: faults } });
  const payment = {
    begunAt,
    signal,
    body: wanted,
    idempotencyKey: headers['idempotency-key'],
    referrerKey: headers['x-referrer-key'],
    acceptLanguage: headers['accept-language'],
  };
  return takePayment(context, payerOfRegistration(registration, payer), payment, errors);
});

export const payment = os.registrations.payment.handler(async ({ input, context, errors }) => {
  const { signupId, idempotencyKey } = input.params;
  await requireRegistration(context.db, signupId, input.headers['x-registration-key'], errors);
  return findPayment(context, signupId, idempotencyKey);
});

export const resendLink = os.registrations.resendLink.handler(async ({ input, context, errors }) => {
  const { params, headers } = input;
  // The response does not show whether the registration still exists.
  await findRegistration(context.db, params.signupId, headers['x-registration-key'], errors);
  await resendCredentialsLink(context, params.signupId, findLanguage(headers['accept-language']));
  return DONE;
});
