/** An error's message with those of its causes. A connection that tries several addresses fails with one error for each. */
export function reasonsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const parts = error instanceof AggregateError ? error.errors.map(reasonsOf) : [];
  const own = [error.message, ...parts].find((text) => text !== '') ?? error.name;
  return error.cause === undefined ? own : `${own}: ${reasonsOf(error.cause)}`;
}
