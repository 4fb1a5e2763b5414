/** A recorded call and its response (docs/backend.examples.json). Headers are spelled as in documents, such as `X-Invite-Token`. */
export interface Example {
  request: { method: string; address: string; headers: Record<string, string>; body?: unknown };
  status: number;
  answer: unknown;
}

/** By operation, such as `registrations.pay`. */
export type Examples = Readonly<Record<string, readonly Example[]>>;

/** Names a request by its sections, because only those differ between the requests of a call. */
export function nameOfRequest({ request: { body } }: Example): string {
  const { sections } = (body ?? {}) as { sections?: string[] };
  return sections ? sections.join('-').toLowerCase() : 'example';
}
