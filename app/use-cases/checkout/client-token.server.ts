import type { RequestContext } from '~/server/request/request-context.server';

/** What the provider's client needs in a country; undefined when nobody could tell. */
export async function findClientToken({ services: { backend }, log }: RequestContext, country: string) {
  try {
    return await backend.paymentClientToken.get({ query: { country } });
  } catch (error) {
    log.error({ err: error }, 'there is no client token');
    return undefined;
  }
}
