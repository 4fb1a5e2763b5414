import type { z } from 'zod';
import type { addressBody, parentBody, PaymentRequest, PricingInfo, ValidationErrors } from '~/backend/messages';
import type { Language } from '~/i18n/languages';
import type { Translate } from '~/i18n/translator';
import type { RegistrationTable } from '~/server/store/backend-tables';
import { hasAccount } from './accounts.server';
import type { AttemptDraft } from './attempt-store.server';
import type { EmbeddedContext } from './context';
import type { AttemptRequest } from './payment-answer';
import { duplicate } from './registrations.server';

/** What keeps a sign-up from being paid, as faults the person can mend. */
export async function findPaymentFaults(
  context: EmbeddedContext,
  registration: RegistrationTable,
  body: PaymentRequest,
  t: Translate,
): Promise<ValidationErrors> {
  const isConfirmed = body.parentDuplicateConfirmed || registration.parent_duplicate_confirmed === 1;
  const isDuplicate = !isConfirmed && (await hasAccount(context.db, registration.email));
  const missing = registration.address === null ? [{ field: 'address', text: t('backend:validation.address') }] : [];
  return [...duplicate(t, 'parent', isDuplicate), ...missing];
}

/** What the pricing call would have been asked: the address is the one billing left with us. */
export function pricingRequestOf(registration: RegistrationTable, body: PaymentRequest): PricingInfo['request'] {
  const parent = JSON.parse(registration.parent) as z.infer<typeof parentBody>;
  const address = JSON.parse(registration.address ?? '{}') as z.infer<typeof addressBody>;
  return {
    address: { ...address, type: 'PRIMARY' },
    limboId: registration.id,
    orderDetail: body.order,
    payForCoparent: body.payForCoparent,
    paymentCodes: body.promoCodes ?? [],
    phoneCountryCode: parent.phoneCountryCode,
    phoneNumber: parent.phoneNumber,
  };
}

/** The attempt as it is written down before the provider is asked. */
export function makeAttemptDraft(
  { sealing, merchantAccounts }: EmbeddedContext,
  signupId: string,
  body: PaymentRequest,
  pricing: PricingInfo,
  language: Language,
): AttemptDraft {
  const { order, payForCoparent, promoCodes, marketingOptIn, parentDuplicateConfirmed, coParentDuplicateConfirmed } =
    body;
  const request: AttemptRequest = {
    order,
    payForCoparent,
    promoCodes,
    marketingOptIn,
    parentDuplicateConfirmed,
    coParentDuplicateConfirmed,
  };
  const { nonce, deviceData, paymentType } = body.payment;
  const { currencyCode, total } = pricing.totals;
  return {
    signup_id: signupId,
    amount: total,
    currency: currencyCode,
    merchant_account: merchantAccounts[currencyCode],
    payment_type: paymentType,
    sealed_nonce: total > 0 ? sealing.seal(JSON.stringify({ nonce, deviceData })) : null,
    request: JSON.stringify(request),
    pricing: JSON.stringify(pricing),
    language,
  };
}
