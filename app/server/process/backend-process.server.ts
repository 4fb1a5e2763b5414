import { createBackendApp } from '~/server/http/backend-app.server';
import type { ProcessContext, Service } from './process.server';
import { openBackendServices } from '~/server/services/backend-services.server';
import { openEmbeddedBackend } from '~/server/services/open-backend.server';

export async function openBackend({ isDraining, ...context }: ProcessContext): Promise<Service> {
  const { configuration, log, metrics, startRequest } = context;
  const { provider } = configuration.payments;
  const opened = await openBackendServices(context, openEmbeddedBackend);
  const { backend } = opened;
  for (const { kind, value } of backend.demo?.fixtures ?? [])
    log.info({ try: kind === 'link' ? configuration.publicUrl + value : value }, 'demo fixture');
  return {
    onRequest: createBackendApp({
      log,
      metrics,
      provider,
      opened,
      isDraining,
      startRequest,
      trustProxy: configuration.trustProxy,
      tokens: configuration.frontEnd.tokens.map((token) => token.reveal()),
    }),
    // Shows localhost, because PUBLIC_URL is the front end's address.
    readySentence: ({ port }) =>
      `The backend is ready for a front end with BACKEND_URL=http://localhost:${port} (Ctrl-C stops it)`,
    jobs: [
      ['watchClock', () => opened.watchClock()],
      ['recover', () => backend.recover()],
      ['purge', () => opened.purge()],
    ],
    close: () => opened.close(),
  };
}
