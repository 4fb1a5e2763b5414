import { askOnce } from './ask-once.server';
import type { RequestContext } from '~/server/request/request-context.server';

/** Undefined when the backend cannot tell. */
export async function findClientToken(context: RequestContext, country: string) {
  const { paymentClientToken } = context.services.backend;
  try {
    return await askOnce(context, 'paymentClientToken.get', { query: { country } }, (asked) =>
      paymentClientToken.get(asked),
    );
  } catch (error) {
    context.log.error({ err: error }, 'there is no client token');
    return undefined;
  }
}
