import type { Submission } from '@conform-to/react';
import { parseWithZod, unstable_coerceFormValue } from '@conform-to/zod/v4';
import type { z } from 'zod';

/**
 * Fields as a form posts them, for a schema whose rules depend on the visitor. Conform prepares each schema that it has not seen yet, which takes
 * eight times as long as to read the form: so the fields are prepared once, and the visitor's rules are added to them.
 *
 * @param fields the same object each time
 */
export const postedFields = unstable_coerceFormValue;

/** @param schema made of `postedFields`, and so left as it is */
export function parsePosted<Output>(form: FormData, schema: z.ZodType<Output>): Submission<Output> {
  return parseWithZod(form, { schema, disableAutoCoercion: true }) as Submission<Output>;
}
