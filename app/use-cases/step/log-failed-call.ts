import { isRefusal } from '~/backend/refusal';
import type { RequestContext } from '~/server/request/request-context.server';

/** A refusal is an ordinary answer, and a warning. Everything else is broken, and an error. */
export function logFailedCall({ log }: Pick<RequestContext, 'log'>, error: unknown, message: string): void {
  log[isRefusal(error) ? 'warn' : 'error']({ err: error }, message);
}
