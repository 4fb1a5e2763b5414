import { findSubscriptionStatus } from '~/backend/embedded/people/registration.server';
import type { ValidationErrors } from '~/backend/schemas/answers';
import type { PaymentRequest } from '~/backend/schemas/payments';
import type { FullPricing } from '~/backend/embedded/pricing/full-answers';
import type { Order } from '~/domain/order';
import type { Language } from '~/i18n/languages';
import type { Translate } from '~/i18n/translator';
import { duplicateFault, hasAccount } from '~/backend/embedded/people/accounts.server';
import type { AttemptDraft } from './attempts/attempt-store.server';
import { maskCodesIn, sealCodes } from './attempts/attempt-codes';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { nonceColumn, pricingColumn, requestColumn } from './attempts/payment-attempt';
import type { SignUpPayer } from './payer';
import type { Db } from '~/store/store';

/** Faults that prevent the payment and that the visitor can correct. */
export async function findPaymentFaults(
  context: EmbeddedContext,
  payer: SignUpPayer,
  body: PaymentRequest,
  t: Translate,
): Promise<ValidationErrors> {
  const isConfirmed = body.parentDuplicateConfirmed || payer.isDuplicateConfirmed;
  const isDuplicate = !isConfirmed && (await hasAccount(context.db, payer.parent?.email));
  return [...duplicateFault(t, 'parent', isDuplicate), ...findMissing(payer, t)];
}

/** The e-mails of the persons whose subscriptions a payment pays. */
interface Subscribers {
  payer: string | undefined;
  /** Of a co-parent who is paid for, unless the payer knows that it has an account. */
  coParent: string | null | undefined;
}

/**
 * Why a payment would pay a subscription twice (docs/rules.md, "Current subscription"). Checked before the charge, and again
 * when the order is registered, because an open payment may take minutes.
 */
export async function findPaidAlready(
  db: Db,
  { payer, coParent }: Subscribers,
): Promise<'paidByCoParent' | 'coParentDuplicate' | undefined> {
  if (payer !== undefined && (await findSubscriptionStatus(db, payer)) === 'current') return 'paidByCoParent';
  return (await hasAccount(db, coParent)) ? 'coParentDuplicate' : undefined;
}

/** Faults for missing details that the price depends on. */
export function findMissing(payer: SignUpPayer, t: Translate): ValidationErrors {
  return [
    ...(payer.parent === null ? [{ field: 'parent', text: t('backend:validation.parent') }] : []),
    ...(payer.address === null ? [{ field: 'address', text: t('backend:validation.address') }] : []),
  ];
}

/** Uses the payer's stored address and phone. */
export function pricingRequestOf(
  payer: SignUpPayer,
  wanted: { order: Order; payForCoparent: boolean; codes: string[] },
): FullPricing['request'] {
  const { phoneCountryCode = '', phoneNumber = '' } = payer.parent ?? {};
  return {
    address: { ...(payer.address ?? NO_ADDRESS), type: 'PRIMARY' },
    limboId: payer.id,
    orderDetail: wanted.order,
    payForCoparent: wanted.payForCoparent,
    paymentCodes: wanted.codes,
    phoneCountryCode,
    phoneNumber,
  };
}

const NO_ADDRESS = { line1: '', line2: null, city: '', region: '', postalCode: '', country: '' };

/** The attempt, as stored before the provider is called. */
export function makeAttemptDraft(
  { sealing, merchantAccounts }: EmbeddedContext,
  payer: SignUpPayer,
  body: PaymentRequest & { idempotencyKey: string },
  pricing: FullPricing,
  language: Language,
): AttemptDraft {
  const { order, payForCoparent, promoCodes, marketingOptIn } = body;
  const { parentDuplicateConfirmed, coParentDuplicateConfirmed, termsAgreement, idempotencyKey } = body;
  const request = {
    order,
    payForCoparent,
    promoCodes,
    marketingOptIn,
    parentDuplicateConfirmed,
    coParentDuplicateConfirmed,
    termsAgreement,
    idempotencyKey,
    answers: payer.answers,
  };
  const codes = { typed: promoCodes, priced: pricing.paymentCodeDetails.map(({ code }) => code) };
  const { nonce, deviceData, paymentType } = body.payment;
  const { currencyCode, total } = pricing.totals;
  return {
    signup_id: payer.id,
    payer: payer.kind,
    amount: total,
    currency: currencyCode,
    merchant_account: merchantAccounts[currencyCode],
    payment_type: paymentType,
    sealed_nonce: total > 0 && nonce !== null ? sealing.seal(nonceColumn.write({ nonce, deviceData })) : null,
    request: maskCodesIn(requestColumn.write(request)),
    pricing: maskCodesIn(pricingColumn.write(pricing)),
    sealed_codes: sealCodes(sealing, codes),
    language,
  };
}
