import type { z } from 'zod';

/** A text column that holds JSON: the one place where it is read and written. */
export interface JsonColumn<Value> {
  /** @throws Error that names the column and repeats nothing of the text: rows are personal */
  read(text: string): Value;
  /** The same of a column that may be empty. */
  readOrNull(text: string | null): Value | null;
  write(value: Value): string;
}

/**
 * A column by the schema of what is read of it. Keys that the schema does not name are left out and refused nowhere, so that a row of an
 * older or a newer build stays readable; name only what is needed.
 *
 * @param name of the column, for the error
 */
export function jsonColumn<Value>(name: string, schema: z.ZodType<Value>): JsonColumn<Value> {
  const read = (text: string): Value => {
    const result = schema.safeParse(parse(name, text));
    if (result.success) return result.data;
    const places = result.error.issues.map(({ path }) => path.join('.') || 'all of it');
    throw new Error(`The column ${name} does not fit at ${places.join(', ')}`);
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
    throw new Error(`The column ${name} holds no JSON`);
  }
}
