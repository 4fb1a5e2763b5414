/** A recorded call and its response (docs/backend.examples.json). Headers are spelled as in documents, such as `X-Invite-Token`. */
export interface Example {
  request: { method: string; address: string; headers: Record<string, string>; body?: unknown };
  status: number;
  answer: unknown;
}

/** By operation, such as `registrations.pay`. */
export type Examples = Readonly<Record<string, readonly Example[]>>;

/** Requests of a call differ in the sections they contain. */
export function nameOfRequest({ request: { body } }: Example): string {
  const { sections } = (body ?? {}) as { sections?: string[] };
  return sections ? sections.join('-').toLowerCase() : 'example';
}
