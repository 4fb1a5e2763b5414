import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';

/** Typed values by field name. A list repeats the name. */
export type Typed = Record<string, string | string[]>;

/** Returns the submission as an action receives it: the parsed value, or the errors by field. */
export function submitForm<Schema extends z.ZodType>(
  schema: Schema,
  typed: Typed,
): { value: z.output<Schema> | undefined; errors: Record<string, string[] | null> } {
  const body = new FormData();
  for (const [name, values] of Object.entries(typed)) {
    for (const value of [values].flat()) body.append(name, value);
  }
  const submission = parseWithZod(body, { schema });
  if (submission.status === 'success') return { value: submission.value, errors: {} };
  return { value: undefined, errors: submission.error ?? {} };
}
