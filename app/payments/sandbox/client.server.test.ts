import { systemClock } from '~/domain/clock';
import { expect, it } from 'vitest';
import { serveTricklingAnswers } from '~tests/fakes/trickling-answers';
import { createSandboxClient } from './client.server';

it('times out on a trickling response, even after garbage collection', async () => {
  const client = createSandboxClient({ url: await serveTricklingAnswers(), timeoutMs: 150, clock: systemClock });
  const card = { cardHolderName: 'Ann Lee', cardExpiration: '12/99', cardCvv: '123', cardNumber: '4111111111111111' };
  const calls = Array.from({ length: 10 }, () => client.tokeniseCard('another-token', card));
  for (const outcome of await Promise.allSettled(calls)) expect(outcome).toMatchObject({ status: 'rejected' });
});

it('creates a nonce from the card’s behaviour, without its number, if the backend has no sandbox', async () => {
  const client = createSandboxClient({ url: 'http://127.0.0.1:1/sandbox', timeoutMs: 150, clock: systemClock });
  const card = { cardHolderName: 'Ann Lee', cardExpiration: '12/99', cardCvv: '123' };
  const tokenise = (cardNumber: string) => client.tokeniseCard('sandbox', { ...card, cardNumber });
  const [approved, again] = [await tokenise('4111111111111111'), await tokenise('4111111111111111')];
  expect(approved).toMatchObject({ outcome: 'tokenised', lastFour: '1111', brand: 'visa' });
  expect(approved).toHaveProperty('nonce', expect.stringMatching(/^sandbox-approve-[\w-]{36}$/));
  expect(approved).not.toEqual(again);
  expect(await tokenise('4000111111111115')).toHaveProperty('nonce', expect.stringMatching(/^sandbox-decline-/));
  expect(await tokenise('4012888888881881')).toEqual({ outcome: 'refused', field: 'cardNumber' });
});
