import { afterAll, beforeAll, expect } from 'vitest';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { startServer, type RunningServer, type ServerOptions } from './server-under-test';

/** Starts a server for all tests of a file. Expects that it stops cleanly and logs no error. */
export function useServer(options: ServerOptions = {}) {
  let running: RunningServer | undefined;
  beforeAll(async () => {
    running = await startServer(options);
  });
  afterAll(async () => {
    expect(await running?.stop()).toBe(0);
    expect(running?.log().filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
  const server = () => {
    if (!running) throw new Error('The server is not running yet');
    return running;
  };
  return {
    get running() {
      return server();
    },
    /** Opens a browser without cookies. */
    openBrowser: (acceptLanguage?: string) => new PlainBrowser(server().url, acceptLanguage),
  };
}
