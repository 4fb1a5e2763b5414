import { z } from 'zod';
import { expectedOr, text } from './reading';

/** A fault without a text is valid: the page has its own text for the field. */
export const validationErrors = z.array(z.object({ field: expectedOr(text, ''), text: expectedOr(text, '') }));
export type ValidationErrors = z.infer<typeof validationErrors>;

/**
 * The response to an invited parent's call, which may be empty. A failure also comes with HTTP 200 and is marked by `status`, `statusCode`,
 * `message` or faults.
 */
export const statusAnswer = z
  .object({
    status: z.number().nullish(),
    statusCode: z.number().nullish(),
    message: z.string().nullish(),
    validationErrors: validationErrors.nullish(),
  })
  .nullish()
  .transform((answer) => answer ?? {});
