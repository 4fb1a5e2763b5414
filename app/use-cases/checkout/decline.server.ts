import { safe } from '@orpc/client';
import type { Billed } from '~/journeys/open-states';
import type { RequestContext } from '~/server/request/request-context.server';
import { signUpCalls } from './sign-up-calls.server';

/**
 * What the visitor is told of the payment that failed (docs/rules.md, "Unknown outcomes"). One that was looked up is looked up again: the
 * provider may have taken its money since, which then goes back.
 */
export async function findDecline(context: RequestContext, state: Billed): Promise<string | undefined> {
  const { declined, declinedKey } = state;
  if (declined === undefined || declinedKey === undefined) return declined;
  const { data } = await safe(signUpCalls(context, state).getPayment(declinedKey));
  return data?.state === 'failed' ? data.exception : declined;
}
