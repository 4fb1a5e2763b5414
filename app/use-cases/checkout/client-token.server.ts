import { askOnce } from './ask-once.server';
import type { RequestContext } from '~/server/request/request-context.server';

/** Undefined if the backend fails. */
export async function findClientToken(context: RequestContext, country: string) {
  const { paymentClientToken } = context.services.backend;
  try {
    return await askOnce(context, 'paymentClientToken.get', { query: { country } }, (asked) =>
      paymentClientToken.get(asked),
    );
  } catch (error) {
    context.log.error({ err: error }, 'failed to get a client token');
    return undefined;
  }
}
