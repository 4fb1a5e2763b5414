import { z } from 'zod';
import { clientApiErrorMessage, type CallClientApi, type ClientApiResponse } from './client-api.server';
import type { TokenisingProvider } from '~/payments/port';

const CREATE = {
  name: 'CreatePayPalBillingAgreement',
  query: `mutation CreatePayPalBillingAgreement($input: CreatePayPalBillingAgreementInput!) {
  createPayPalBillingAgreement(input: $input) { approvalUrl billingAgreementToken }
}`,
};
const TOKENISE = {
  name: 'TokenizePayPalBillingAgreement',
  query: `mutation TokenizePayPalBillingAgreement($input: TokenizePayPalBillingAgreementInput!) {
  tokenizePayPalBillingAgreement(input: $input) {
    paymentMethod { legacyId details { ... on PayPalAccountDetails { email } } }
  }
}`,
};

const created = z.object({
  createPayPalBillingAgreement: z.object({ approvalUrl: z.url(), billingAgreementToken: z.string().min(1) }),
});

const tokenised = z.object({
  tokenizePayPalBillingAgreement: z.object({
    paymentMethod: z.object({
      // The SDK's id, if it differs (Braintree, "Migrating from a Server SDK Integration").
      legacyId: z.string().min(1),
      details: z.object({ email: z.email().nullish().catch(null) }).nullish(),
    }),
  }),
});

type BraintreePayPal = Required<Pick<TokenisingProvider, 'startPayPal' | 'finishPayPal'>>;

/**
 * PayPal by redirect through Braintree, as a billing agreement, so that renewals can be charged. An agreement has no amount; the review
 * shows it.
 *
 * @param approvalOrigins the only origins a visitor is redirected to for approval, whatever the response contains
 */
export function createBraintreePayPal(call: CallClientApi, approvalOrigins: readonly string[]): BraintreePayPal {
  return {
    async startPayPal(clientToken, { returnUrl, cancelUrl }) {
      const input = { returnUrl, cancelUrl, paypalExperienceProfile: { collectShippingAddress: false } };
      const answer = await call(clientToken, { ...CREATE, input });
      const { approvalUrl, billingAgreementToken } = read(created, answer).createPayPalBillingAgreement;
      if (!approvalOrigins.includes(new URL(approvalUrl).origin)) {
        throw new Error(`Braintree named an approval page that is not PayPal's: ${new URL(approvalUrl).host}`);
      }
      return { approvalUrl, agreementToken: billingAgreementToken };
    },

    async finishPayPal(clientToken, { agreementToken }) {
      const input = { billingAgreement: { billingAgreementToken: agreementToken } };
      const answer = await call(clientToken, { ...TOKENISE, input });
      const { legacyId, details } = read(tokenised, answer).tokenizePayPalBillingAgreement.paymentMethod;
      return { nonce: legacyId, ...(details?.email ? { email: details.email } : {}) };
    },
  };
}

/** Reads the result even if the response has errors: an error may concern an optional part, such as the e-mail. */
function read<Shape extends z.ZodType>(shape: Shape, { data, errors }: ClientApiResponse): z.infer<Shape> {
  const result = shape.safeParse(data);
  if (result.success) return result.data;
  const why = errors[0] ? clientApiErrorMessage(errors[0]) : 'no reason given';
  throw new Error(`Braintree failed to set up PayPal: ${why}`);
}
