import { cachedCall } from './call-cache.server';
import type { Currency } from '~/domain/money';
import type { RequestContext } from '~/server/request/request-context.server';

/** Undefined if the backend fails. @param currency of the order, where a bank must confirm the card */
export async function findClientToken(context: RequestContext, country: string, currency?: Currency) {
  const { paymentClientToken } = context.services.backend;
  try {
    return await cachedCall(context, 'paymentClientToken.get', { query: { country, currency } }, (asked) =>
      paymentClientToken.get(asked),
    );
  } catch (error) {
    context.log.error({ err: error }, 'failed to get a client token');
    return undefined;
  }
}
