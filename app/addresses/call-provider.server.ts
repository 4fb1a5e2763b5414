import { circuitBreaker, ConsecutiveBreaker, handleAll } from 'cockatiel';
import type { z } from 'zod';
import { withTimeout } from '~/lib/with-timeout';

/** Later suggestions are useless, because the visitor is still typing. */
const DEADLINE_MS = 1500;
const PAUSE_MS = 30_000;
const FAILURES_IN_A_ROW = 5;

export type CallProvider = <Schema extends z.ZodType>(
  schema: Schema,
  url: URL,
  init?: RequestInit,
) => Promise<z.output<Schema>>;

/**
 * Calls a provider for JSON, each call with a deadline. After five failures in a row, calls pause for half a minute. Errors name the
 * provider and the failure but never the query, because addresses are personal data.
 */
export function createProviderCaller(provider: string, deadline = DEADLINE_MS): CallProvider {
  const circuit = circuitBreaker(handleAll, {
    halfOpenAfter: PAUSE_MS,
    breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
  });
  const createTimeoutError = () => new Error(`${provider} request failed: TimeoutError`);
  return (schema, url, init) =>
    circuit.execute(() =>
      withTimeout(deadline, (signal) => call(schema, url, { ...init, signal }), createTimeoutError),
    );

  async function call<Schema extends z.ZodType>(schema: Schema, url: URL, init: RequestInit) {
    const response = await fetch(url, { ...init, redirect: 'error' }).catch((error: unknown) => {
      throw new Error(`${provider} request failed: ${nameOf(error)}`);
    });
    if (!response.ok) throw new Error(`${provider} request failed: HTTP ${response.status}`);
    const parsed = schema.safeParse(await response.json().catch(() => undefined));
    if (!parsed.success) throw new Error(`${provider} sent an unreadable response`);
    return parsed.data;
  }
}

/** The kind of failure, such as `TimeoutError` or `ECONNREFUSED`. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an error';
  const { name, cause } = error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : name;
}
