import { z } from 'zod';

/** Minor units. Junk becomes -1, which no order costs, so the backend refuses it. */
const amount = z.coerce.number().int().nonnegative().catch(-1);

/** The amounts the review showed when Pay now was pressed. */
export const amountsSchema = z.object({
  amountDisplayed: amount,
  taxAmountDisplayed: amount,
  taxId: z.string().max(200).nullable().catch(null),
});
