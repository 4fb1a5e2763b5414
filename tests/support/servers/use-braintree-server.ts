import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startBraintreeServer, startFakeGateway } from './braintree-server';
import type { FakeBraintree } from '~tests/fakes/braintree';
import { PlainBrowser } from '~tests/browser/plain-browser';
import type { RunningServer } from './server-under-test';

/**
 * A server whose provider is Braintree, and the gateway it takes for Braintree's, for all tests of a file. Whatever befell the server, it
 * is still there at the end, and stops as it should.
 */
export function useBraintreeServer() {
  let fake: FakeBraintree | undefined;
  let running: RunningServer | undefined;
  beforeAll(async () => {
    fake = await startFakeGateway();
    running = await startBraintreeServer(fake);
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
    /** A browser of its own: nobody's cookies. */
    openBrowser: () => new PlainBrowser(running!.url),
  };
}
