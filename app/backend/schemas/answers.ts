import { z } from 'zod';

/** What an answer says besides what was asked for. */

export const validationErrors = z.array(z.object({ field: z.string(), text: z.string() }));
export type ValidationErrors = z.infer<typeof validationErrors>;

/**
 * How the calls of an invited parent answer: a failure too comes with HTTP 200, and is told by `status`, `message` or its faults. One of
 * them is there.
 */
export const statusAnswer = z
  .object({
    status: z.number().nullish(),
    message: z.string().nullish(),
    validationErrors: validationErrors.nullish(),
  })
  .refine((answer) => Object.values(answer).some((told) => told != null), { error: 'tells nothing' });
