import { isDefinedError } from '@orpc/client';
import type { CallOutcome } from './metrics.server';

/** Receives each finished call with its duration in seconds. */
export type CallListener = (call: string, outcome: CallOutcome, seconds: number) => void;

/** An interceptor of an oRPC client that tells of each call, as `group.call`, when it has ended. */
export function tellOfCalls(tell: CallListener) {
  return <Answer>({ next, path }: { next(): Promise<Answer>; path: readonly string[] }): Promise<Answer> =>
    timeCall(tell, path.join('.'), next);
}

/**
 * Makes a call and tells of it when it has ended. A no that the contract knows is no failure.
 *
 * @returns what the call resolves to
 * @throws what the call does
 */
export async function timeCall<Answer>(tell: CallListener, name: string, call: () => Promise<Answer>): Promise<Answer> {
  const began = performance.now();
  const done = (outcome: CallOutcome) => tell(name, outcome, (performance.now() - began) / 1000);
  try {
    const answer = await call();
    done(outcomeOf(answer));
    return answer;
  } catch (error) {
    done(error instanceof Error && isDefinedError(error) ? 'refused' : 'failed');
    throw error;
  }
}

/** A provider says how it went in its answer (app/payments/port.ts). */
function outcomeOf(answer: unknown): CallOutcome {
  const outcome = typeof answer === 'object' && answer !== null && 'outcome' in answer ? answer.outcome : undefined;
  if (outcome === 'declined' || outcome === 'refused') return 'refused';
  return outcome === 'unknown' ? 'unknown' : 'ok';
}
