import type { ORPCError } from '@orpc/client';

/**
 * How a refusal stands on the wire: its published data, such as `{validationErrors}`, or `{status, message}`; never oRPC's own envelope.
 * Of a request that does not fit, the message names the fields and none of their values.
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
