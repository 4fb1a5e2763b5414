import type { ServerBuild } from '@remix-run/node';
import { createApp } from '~/server/http/app.server';
import type { ProcessContext, Service } from './process.server';
import { openServices } from '~/server/services/services.server';

const RECOVER_EVERY_MS = 60 * 1000;
const PURGE_EVERY_MS = 10 * 60 * 1000;

interface Built {
  build: ServerBuild;
  /** Absolute. */
  clientFolder: string;
}

/** The sign-up's pages, with the embedded backend behind them or another one. */
export async function openFrontEnd({ isDraining, ...begun }: ProcessContext, built: Built): Promise<Service> {
  const opened = await openServices(begun);
  const app = createApp({ ...begun, ...built, opened, isDraining });
  return {
    onRequest: app.express,
    start: () => opened.recover(),
    jobs: [
      [RECOVER_EVERY_MS, () => opened.recover()],
      [PURGE_EVERY_MS, () => app.sessions.purge()],
      [PURGE_EVERY_MS, () => opened.services.limits.purge()],
      [PURGE_EVERY_MS, () => opened.purge()],
    ],
    close: () => opened.close(),
  };
}
