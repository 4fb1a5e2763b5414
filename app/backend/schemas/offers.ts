import { z } from 'zod';

/** What can be bought, and lists to choose from. Money is integer minor units. */

export const listItem = z.object({ value: z.string(), name: z.string() });

/** An option of a build-your-own package; its price is for one year. */
const packageOption = z.object({
  code: z.string(),
  displayName: z.string(),
  pricePerYear: z.number().int(),
  pricePerYearFormatted: z.string(),
});

export const offeredPackage = z.object({
  id: z.string(),
  /** Letters and a digit: 2 means two years. */
  code: z.string(),
  displayName: z.string(),
  receiptText: z.string(),
  /** What the package holds, a short phrase each. */
  features: z.array(z.string()),
  subDurationInYears: z.union([z.literal(1), z.literal(2)]),
  buildYourOwn: z.boolean(),
  analyticsPackage: z.string(),
  currencyCode: z.enum(['USD', 'GBP']),
  currencySymbol: z.string(),
  /** For a build-your-own package the price of its one-year subscription without options. */
  price: z.number().int(),
  priceFormatted: z.string(),
  vatAmount: z.number().int().nullable(),
  vatAmountFormatted: z.string().nullable(),
  priority: z.number().int(),
  /** Of a build-your-own package: its subscriptions, with the price of their whole term, and its options. */
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
