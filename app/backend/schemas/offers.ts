import { z } from 'zod';

/** Packages and option lists. Money is integer minor units. */

export const listItem = z.object({ value: z.string(), name: z.string() });

/** An option of a build-your-own package. Its price is for one year. */
const packageOption = z.object({
  code: z.string(),
  displayName: z.string(),
  pricePerYear: z.number().int(),
  pricePerYearFormatted: z.string(),
});

export const offeredPackage = z.object({
  id: z.string(),
  /** Letters and a digit. The digit is the number of years. */
  code: z.string(),
  displayName: z.string(),
  receiptText: z.string(),
  /** Short phrases. */
  features: z.array(z.string()),
  subDurationInYears: z.union([z.literal(1), z.literal(2)]),
  buildYourOwn: z.boolean(),
  analyticsPackage: z.string(),
  currencyCode: z.enum(['USD', 'GBP']),
  currencySymbol: z.string(),
  /** For a build-your-own package, the price of the one-year subscription without options. */
  price: z.number().int(),
  priceFormatted: z.string(),
  vatAmount: z.number().int().nullable(),
  vatAmountFormatted: z.string().nullable(),
  priority: z.number().int(),
  /** Only for a build-your-own package: its options, and its subscriptions with the price of the whole term. */
  subscriptions: z.array(
    z.object({
      productId: z.enum(['SUB1YEAR', 'SUB2YEAR']),
      years: z.union([z.literal(1), z.literal(2)]),
      price: z.number().int(),
      priceFormatted: z.string(),
    }),
  ),
  options: z.array(packageOption),
});
export type OfferedPackage = z.infer<typeof offeredPackage>;
