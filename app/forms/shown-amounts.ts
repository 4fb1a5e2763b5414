import { z } from 'zod';

/** Minor units; what is no such number is an amount nothing costs, so that the backend refuses it. */
const amount = z.coerce.number().int().nonnegative().catch(-1);

/** The amounts that stood on the review when Pay now was pressed, and what the backend called the tax; null where it has no name. */
export const amountsSchema = z.object({
  amountDisplayed: amount,
  taxAmountDisplayed: amount,
  taxId: z.string().max(200).nullable().catch(null),
});
