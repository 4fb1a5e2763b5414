import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startBraintreeServer, startFakeGateway } from './braintree-server';
import type { FakeBraintree } from '~tests/fakes/braintree';
import { PlainBrowser } from '~tests/browser/plain-browser';
import type { RunningServer, ServerOptions } from './server-under-test';

/** Starts a server with a fake Braintree for all tests of a file. Expects that it stops cleanly. */
export function useBraintreeServer(options: ServerOptions = {}) {
  let fake: FakeBraintree | undefined;
  let running: RunningServer | undefined;
  beforeAll(async () => {
    fake = await startFakeGateway();
    running = await startBraintreeServer(fake, options);
  });
  afterEach(() => fake?.set());
  afterAll(async () => {
    expect(await running?.stop()).toBe(0);
    expect(running?.output()).not.toMatch(/uncaught|unhandled/i);
    await fake?.close();
  });
  return {
    get fake() {
      return fake!;
    },
    get running() {
      return running!;
    },
    /** Opens a browser without cookies. */
    openBrowser: () => new PlainBrowser(running!.url),
  };
}
