import { z } from 'zod';
import { CURRENCIES } from '~/domain/money';
import { PRICING_GROUPS } from '~/domain/packages';
import { offeredPackages } from '~/backend/schemas/offers';
import { expected, expectedOr, id, text } from '~/backend/schemas/reading';
import { acceptLanguage, anonymousId, route, criteriaBody, criteriaResult } from './common';

export const pricingGroups = {
  find: route('POST', '/v2/pricing-groups')
    .input(
      z.object({
        headers: z.object({ ...acceptLanguage, ...anonymousId }),
        body: z.object({
          country: z.string().nullable(),
          /** Without the plus. */
          countryCode: z.string(),
          phoneNumber: z.string(),
        }),
      }),
    )
    .output(z.object({ pricingGroupName: expected(z.enum(PRICING_GROUPS)), packageIds: z.array(id) })),
};

export const packages = {
  list: route('GET', '/v2/packages')
    .input(
      z.object({
        headers: z.object({ ...acceptLanguage, ...anonymousId }),
        /** Without ids, returns every package sold in the pricing locale. */
        query: z.object({ ids: z.string().optional(), pricingLocale: z.enum(['US', 'UK']) }),
      }),
    )
    .output(offeredPackages),
};

export const countryCriteria = {
  check: route('POST', '/v2/country-criteria')
    .input(z.object({ headers: z.object(anonymousId), body: criteriaBody }))
    .output(criteriaResult),
};

export const paymentClientToken = {
  get: route('GET', '/v2/payment-client-token')
    .input(
      z.object({
        query: z.object({
          country: z.string(),
          /** Present where a bank must confirm the card. */
          currency: z.enum(CURRENCIES).optional(),
        }),
      }),
    )
    .output(z.object({ clientToken: z.string().min(1), hiddenCardBrands: expectedOr(z.array(text), []) })),
};
