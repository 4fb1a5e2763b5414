import type { ServerBuild } from '@remix-run/node';
import { createApp } from '~/server/http/app.server';
import type { ReadySentence } from './announce.server';
import type { ProcessContext, Service } from './process.server';
import { openServices } from '~/server/services/services.server';
import { BASE_PATH } from '~/domain/base-path';
import { findTimeToPurge } from '~/store/store-clock.server';

interface BuildOutput {
  build: ServerBuild;
  clientFolder: string;
}

export const readySentence: ReadySentence = ({ origin }) =>
  `Joinery is ready: ${origin}${BASE_PATH}/signup (Ctrl-C stops it)`;

export async function openFrontEnd({ isDraining, ...context }: ProcessContext, built: BuildOutput): Promise<Service> {
  const opened = await openServices(context);
  const app = createApp({ ...context, ...built, opened, isDraining });
  const { store } = opened;
  const purgeSessions = async () => {
    const now = await findTimeToPurge(store.clock, store.db);
    if (now !== undefined) await app.sessions.purge(now);
  };
  return {
    onRequest: app.express,
    readySentence,
    jobs: [
      ['watchClock', () => opened.watchClock()],
      ['recover', () => opened.recover()],
      ['recover', () => app.discards.run()],
      ['purge', purgeSessions],
      ['purge', () => opened.purge()],
    ],
    async close() {
      await app.discards.settle();
      await opened.close();
    },
  };
}
