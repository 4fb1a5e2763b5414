import type { RequestContext } from '~/server/request/request-context.server';

/** Undefined when the backend cannot tell. */
export async function findClientToken({ services: { backend }, log }: RequestContext, country: string) {
  try {
    return await backend.paymentClientToken.get({ query: { country } });
  } catch (error) {
    log.error({ err: error }, 'there is no client token');
    return undefined;
  }
}
