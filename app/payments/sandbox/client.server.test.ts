import { systemClock } from '~/domain/clock';
import { expect, it } from 'vitest';
import { serveTricklingAnswers } from '~tests/fakes/trickling-answers';
import { createSandboxClient } from './client.server';

it('gives an answer up in time that trickles, also when what would end it is collected', async () => {
  const client = createSandboxClient({ url: await serveTricklingAnswers(), timeoutMs: 150, clock: systemClock });
  const calls = Array.from({ length: 10 }, () => client.approvalPage.find('some-agreement'));
  for (const outcome of await Promise.allSettled(calls)) expect(outcome).toMatchObject({ status: 'rejected' });
});

it('a backend without a sandbox gets a nonce that says what the card is to do, and no number', async () => {
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
