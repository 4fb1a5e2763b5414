import { isDefinedError } from '@orpc/client';
import { findCurrentRequest, runInRequest } from './current-request.server';
import type { CallOutcome } from './metrics.server';

/** Receives each finished call with its duration in seconds. */
export type CallListener = (call: string, outcome: CallOutcome, seconds: number) => void;

/**
 * An oRPC client interceptor that reports each finished call as `group.call`.
 *
 * @param outcomeOf reads the outcome from the response of the call at this path
 */
export function reportCalls(
  report: CallListener,
  outcomeOf: (path: readonly string[], response: unknown) => CallOutcome = () => 'ok',
) {
  return <Answer>({ next, path }: { next(): Promise<Answer>; path: readonly string[] }): Promise<Answer> =>
    timeCall(report, path.join('.'), next, (response) => outcomeOf(path, response));
}

/**
 * Reports a call when it ends. A defined error counts as refused, not failed. Within a request, the call is a span of the request's trace.
 */
export async function timeCall<Answer>(
  report: CallListener,
  name: string,
  call: () => Promise<Answer>,
  outcomeOf: (response: Answer) => CallOutcome = outcomeOfProvider,
): Promise<Answer> {
  const began = performance.now();
  const request = findCurrentRequest();
  const span = request?.span.startCall(name);
  const done = (outcome: CallOutcome) => {
    span?.end({ attributes: { 'joinery.outcome': outcome }, isFailed: outcome === 'failed' || outcome === 'unknown' });
    report(name, outcome, (performance.now() - began) / 1000);
  };
  try {
    const response = await (request && span ? runInRequest({ ...request, span }, call) : call());
    done(outcomeOf(response));
    return response;
  } catch (error) {
    done(error instanceof Error && isDefinedError(error) ? 'refused' : 'failed');
    throw error;
  }
}

/** A provider's response carries its outcome (app/payments/port.ts). */
function outcomeOfProvider(response: unknown): CallOutcome {
  const outcome =
    typeof response === 'object' && response !== null && 'outcome' in response ? response.outcome : undefined;
  if (outcome === 'declined' || outcome === 'refused') return 'refused';
  return outcome === 'unknown' ? 'unknown' : 'ok';
}
