import type { BraintreeError } from 'braintree-web/core';
import type { HostedFieldsTokenizePayload } from 'braintree-web/hosted-fields';
import {
  HOSTED_FIELDS,
  type HostedCardInput,
  type HostedCardProps,
  type HostedFieldName,
} from '~/components/enhanced/hosted-card';
import type { CardErrors } from './check-card';
import type { LoadedCard } from './load-card';

/** What the hidden inputs are given, or what is wrong. */
export type EnteredCard = { values: Record<HostedCardInput, string> } | { errors: CardErrors };

/**
 * Turns what stands in the fields into a nonce, and has the bank confirm it where that is asked for: then the nonce is the confirmed
 * one. What was entered stays in the fields, whatever happens.
 */
export async function enterCard(
  { fields, threeDSecure, deviceData }: LoadedCard,
  { texts, threeDSecure: bank }: HostedCardProps,
  entry: { cardHolderName: string; isCoParentToggled: boolean },
): Promise<EnteredCard> {
  let payload: HostedFieldsTokenizePayload;
  try {
    payload = await fields.tokenize({ cardholderName: entry.cardHolderName.trim() });
  } catch (error) {
    return { errors: errorsOf(error, texts) };
  }
  let { nonce } = payload;
  if (bank && threeDSecure) {
    try {
      const verified = await (
        await threeDSecure
      ).verifyCard({
        nonce,
        bin: payload.details.bin,
        amount: entry.isCoParentToggled ? bank.amount.toggled : bank.amount.asShown,
        email: bank.email,
        billingAddress: bank.billingAddress,
        onLookupComplete: (_data, next) => next(),
      });
      // The server looks for itself; this spares the person the way there and back.
      if (!verified.threeDSecureInfo.liabilityShifted) return { errors: { form: texts.notAuthenticated } };
      nonce = verified.nonce;
    } catch (error) {
      const isCancelled = (error as BraintreeError).code === 'THREEDS_CARDINAL_SDK_CANCELED';
      return { errors: { form: isCancelled ? texts.notAuthenticated : texts.authenticationUnavailable } };
    }
  }
  const { lastFour, cardType } = payload.details;
  return { values: { cardNonce: nonce, cardLastFour: lastFour, cardBrand: cardType, deviceData: deviceData() ?? '' } };
}

function errorsOf(error: unknown, texts: HostedCardProps['texts']): CardErrors {
  const { code, details } = error as BraintreeError;
  const invalid: HostedFieldName[] =
    code === 'HOSTED_FIELDS_FIELDS_EMPTY'
      ? [...HOSTED_FIELDS]
      : code === 'HOSTED_FIELDS_FIELDS_INVALID'
        ? (details as { invalidFieldKeys: HostedFieldName[] }).invalidFieldKeys
        : code === 'HOSTED_FIELDS_TOKENIZATION_CVV_VERIFICATION_FAILED'
          ? ['cvv']
          : [];
  if (invalid.length === 0) return { form: texts.unavailable };
  return Object.fromEntries(invalid.map((field) => [field, texts.errors[field]]));
}
