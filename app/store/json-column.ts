import type { z } from 'zod';

/** Reads and writes a text column with JSON. */
export interface JsonColumn<Value> {
  /** @throws Error that names the column and never quotes the text, which is personal data */
  read(text: string): Value;
  readOrNull(text: string | null): Value | null;
  write(value: Value): string;
}

/**
 * A JSON column with the schema of what is read from it. Unknown keys are dropped without an error, so that rows of older and newer builds
 * stay readable. Name only the keys you need.
 *
 * @param name of the column, for the error
 */
export function jsonColumn<Value>(name: string, schema: z.ZodType<Value>): JsonColumn<Value> {
  const read = (text: string): Value => {
    const result = schema.safeParse(parse(name, text));
    if (result.success) return result.data;
    const paths = result.error.issues.map(({ path }) => path.join('.') || 'all of it');
    throw new Error(`The column ${name} does not match its schema at ${paths.join(', ')}`);
  };
  return {
    read,
    readOrNull: (text) => (text === null ? null : read(text)),
    write: (value) => JSON.stringify(value),
  };
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text.
    throw new Error(`The column ${name} contains no JSON`);
  }
}
