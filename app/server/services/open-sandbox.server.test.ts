import { expect, it } from 'vitest';
import { sandboxProvider } from './open-sandbox.server';

const FRONT_END = { token: undefined, tokens: [], tls: { cert: undefined, key: undefined, ca: undefined } };

it('refuses a card that has expired by the process’s clock', async () => {
  const clock = { now: () => new Date('2030-06-15T12:00:00Z') };
  const configuration = { backendUrl: 'http://127.0.0.1:1', backendTimeoutMs: 150, frontEnd: FRONT_END };
  const { tokenising } = await sandboxProvider.openTokenising({}, { configuration, clock });
  const card = { cardHolderName: 'Ann Lee', cardCvv: '123', cardNumber: '4111111111111111' };
  const tokenise = (cardExpiration: string) => tokenising.tokeniseCard('sandbox', { ...card, cardExpiration });
  expect(await tokenise('05/30')).toEqual({ outcome: 'refused', field: 'cardExpiration' });
  expect(await tokenise('06/30')).toMatchObject({ outcome: 'tokenised' });
});
