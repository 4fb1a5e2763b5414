import type { ORPCError } from '@orpc/client';

/**
 * Sends a refusal as its published data, such as `{validationErrors}`, or as `{status, message}`, without oRPC's envelope. The message for
 * an invalid request names the fields and none of their values.
 */
export function encodeRefusal({ defined, data, status, message }: ORPCError<string, unknown>): object {
  if (defined && typeof data === 'object' && data !== null) return data;
  const fields = status === 400 ? fieldsIn(data) : [];
  return { status, message: fields.length > 0 ? `${message}: ${fields.join(', ')}` : message };
}

function fieldsIn(data: unknown): string[] {
  const { issues = [] } = (data ?? {}) as { issues?: readonly { path?: readonly PropertyKey[] }[] };
  return issues.map(({ path = [] }) => path.map(String).join('.'));
}
