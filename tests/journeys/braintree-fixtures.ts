import { answerBraintree, type BraintreeInBrowser } from '~tests/browser/braintree-in-browser';
import { startBraintreeServer, startFakeGateway } from '~tests/servers/braintree-server';
import type { FakeBraintree } from '~tests/fakes/braintree';
import { test as base, type Page } from './fixtures';

interface WorkerFixtures {
  fake: FakeBraintree;
  /** Added to the settings of a server with Braintree. */
  settings: Record<string, string>;
}

/** A browser on a server with Braintree, whose hosts are faked. */
export const test = base.extend<{ braintree: BraintreeInBrowser }, WorkerFixtures>({
  settings: [{}, { scope: 'worker', option: true }],
  fake: [
    // Playwright requires a destructuring pattern here.
    async ({}, use) => {
      const fake = await startFakeGateway();
      await use(fake);
      await fake.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ fake, settings }, use) => {
      const server = await startBraintreeServer(fake, { env: settings });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  braintree: [
    async ({ page, fake }, use) => {
      fake.set();
      await use(await answerBraintree(page, fake));
    },
    { auto: true },
  ],
});

/** The input in one of the provider's frames. */
export function hostedInput(page: Page, field: 'number' | 'expirationDate' | 'cvv') {
  return page.frameLocator(`iframe[name="braintree-hosted-field-${field}"]`).locator('input');
}

/** Enters a card in the provider's fields. */
export async function enterHostedCard(page: Page, cardNumber = '4111 1111 1111 1111', cvv = '123'): Promise<void> {
  await hostedInput(page, 'number').fill(cardNumber);
  await hostedInput(page, 'expirationDate').fill(`12/${(new Date().getFullYear() + 3) % 100}`);
  await hostedInput(page, 'cvv').fill(cvv);
}

export function pressContinue(page: Page): Promise<void> {
  return page.locator('main').getByRole('button', { name: 'Continue', exact: true }).click();
}
