import { z } from 'zod';

/**
 * Schemas for the optional fields of responses (docs/decisions/0039). A field is required only if the next page needs
 * it.
 */

/** The fields made by `expected` and `expectedOr`, with the schema of their value. */
const EXPECTED = new WeakMap<object, z.ZodType>();

/** The fields made by `known`, with the schema of their value. */
const KNOWN = new WeakMap<object, z.ZodType>();

/** The entries of the lists made by `usable` and `usableOrEmpty`, with the schema of an entry. */
const USABLE = new WeakMap<object, z.ZodType>();

/** A field that may be absent, or null. */
type Reading<Schema extends z.ZodType, Read> = z.ZodType<Read, z.input<Schema> | null | undefined> & {
  _zod: { optin: 'optional' };
};

/** An optional field. Absent, null, blank and wrongly typed values are all null. */
export function maybe<Schema extends z.ZodType>(schema: Schema): Reading<Schema, z.output<Schema> | null> {
  return readNull(schema) as never;
}

/** Absent and null are null. Any other value must be readable, because reading it as absent would hide what was paid. */
export function orNull<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? null);
}

/** As `maybe`, but the backend should send it: a missing value is reported (`missingFields`). */
export function expected<Schema extends z.ZodType>(schema: Schema): Reading<Schema, z.output<Schema> | null> {
  const read = readNull(schema);
  markExpected(read, schema);
  return read as never;
}

/** As `expected`, with a default for a missing value. */
export function expectedOr<Schema extends z.ZodType>(
  schema: Schema,
  fallback: z.output<Schema>,
): Reading<Schema, z.output<Schema>> {
  const read = readNull(schema).transform((value) => value ?? fallback);
  markExpected(read, schema);
  return read as never;
}

/** A required text. Values that the schema rejects are null, and reported like missing ones. */
export function known<Output>(schema: z.ZodType<Output, string>): z.ZodType<Output | null, string> {
  const read = text.transform((value) => schema.safeParse(value).data ?? null);
  KNOWN.set(read, schema);
  return read;
}

/** A list without the entries that the schema rejects. Their wrong fields are reported like missing ones. */
export function usable<Schema extends z.ZodType>(schema: Schema): UsableList<Schema> {
  return dropUnreadable(entriesOf(schema));
}

/** As `usable`, for a list that means something if it is empty. Rejects a list that only has unreadable entries. */
export function usableOrEmpty<Schema extends z.ZodType>(schema: Schema): UsableList<Schema> {
  const isReadable = (entries: unknown[]) => entries.length === 0 || entries.some((one) => one !== null);
  return dropUnreadable(entriesOf(schema).refine(isReadable));
}

type UsableList<Schema extends z.ZodType> = z.ZodType<NonNullable<z.output<Schema>>[], z.input<Schema>[]>;

function entriesOf(schema: z.ZodType): z.ZodArray {
  const entry = schema.catch(null);
  USABLE.set(entry, schema);
  return z.array(entry);
}

function dropUnreadable(list: z.ZodArray) {
  return list.transform((entries) => entries.filter((one) => one !== null)) as never;
}

/** The public functions declare the type, which the compiler cannot infer. */
function readNull(schema: unknown): z.ZodType {
  const read: unknown = (schema as z.ZodUnknown)
    .nullish()
    .catch(null)
    .transform((value) => (isBlank(value) ? null : value));
  return read as z.ZodType;
}

function isBlank(value: unknown): boolean {
  return value == null || (typeof value === 'string' && value.trim() === '');
}

/** Returns the schema of an expected field's value; undefined for other fields. */
export function findMark(field: object): unknown {
  return EXPECTED.get(field);
}

function markExpected(field: object, inner: unknown): void {
  EXPECTED.set(field, inner as z.ZodType);
}

/** An id, which some backends send as a number. */
export const id = z.union([z.string().min(1), z.number().int()]).transform(String);

export const text = z.string();

/** A secret that later calls send in a header. Fetch would reject other characters, or trim them. */
export const headerText = z.string().regex(/^[!-~]+$/);

/** Integer minor units. */
export const amount = z.number().int();

/** The response to a call whose result is unused: any object, or nothing. Its fields are read with `maybe`. */
export function acknowledgement<Shape extends z.ZodRawShape>(shape: Shape) {
  const fields = z.object(shape);
  return fields.nullish().transform((answer) => answer ?? fields.parse({}));
}

/**
 * Lists the expected fields that a response lacks, such as `receipt.totals.subTotalFormatted` or `[].price`, and those for which `usable`
 * drops an entry.
 *
 * @param schema an operation's output
 * @param answer the body before parsing
 */
export function missingFields(schema: unknown, answer: unknown): string[] {
  return [...new Set(findMissing(schema, answer, []))];
}

function findMissing(schema: unknown, value: unknown, path: readonly string[]): string[] {
  const entry = USABLE.get(schema as object);
  if (entry) return [...findFaults(entry, value, path), ...findMissing(entry, value, path)];
  if (schema instanceof z.ZodObject) return findMissingKeys(schema, value, path);
  if (schema instanceof z.ZodArray)
    return (Array.isArray(value) ? (value as unknown[]) : []).flatMap((one) =>
      findMissing(schema.element, one, [...path, '[]']),
    );
  if (schema instanceof z.ZodUnion)
    return findMissing(
      schema.options.find((option) => z.safeParse(option, value).success),
      value,
      path,
    );
  if (schema instanceof z.ZodPipe) return findMissing(schema.in, value, path);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch
  )
    return findMissing(schema.def.innerType, value, path);
  return [];
}

function findFaults(entry: z.ZodType, value: unknown, path: readonly string[]): string[] {
  const issues = entry.safeParse(value).error?.issues ?? [];
  return issues.map((issue) =>
    [...path, ...issue.path.map((key) => (typeof key === 'number' ? '[]' : String(key)))].join('.'),
  );
}

function findMissingKeys({ shape }: z.ZodObject, value: unknown, path: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(shape).flatMap(([key, field]) => {
    const own = (value as Record<string, unknown>)[key];
    const inner = EXPECTED.get(field) ?? KNOWN.get(field);
    const isPresent = inner === undefined || (!isBlank(own) && inner.safeParse(own).success);
    return isPresent ? findMissing(inner ?? field, own, [...path, key]) : [[...path, key].join('.')];
  });
}
