import { z } from 'zod';

export const validationErrors = z.array(z.object({ field: z.string(), text: z.string() }));
export type ValidationErrors = z.infer<typeof validationErrors>;

/**
 * The answer to an invited parent's call. A failure also comes with HTTP 200 and is marked by `status`, `message` or faults. At least one
 * of them must be present.
 */
export const statusAnswer = z
  .object({
    status: z.number().nullish(),
    message: z.string().nullish(),
    validationErrors: validationErrors.nullish(),
  })
  .refine((answer) => Object.values(answer).some((told) => told != null), { error: 'tells nothing' });
