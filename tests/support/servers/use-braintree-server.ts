import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startBraintreeServer, startFakeGateway } from './braintree-server';
import type { FakeBraintree } from '~tests/fakes/braintree';
import { PlainBrowser } from '~tests/browser/plain-browser';
import type { RunningServer, ServerOptions } from './server-under-test';

/** A server with Braintree and its fake gateway, for all tests of a file. Must still be running at the end, and stop cleanly. */
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
    /** A browser without cookies. */
    openBrowser: () => new PlainBrowser(running!.url),
  };
}
