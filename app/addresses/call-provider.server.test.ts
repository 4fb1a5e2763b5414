import { expect, it } from 'vitest';
import { z } from 'zod';
import { serveTricklingAnswers } from '~tests/fakes/trickling-answers';
import { createProviderCaller } from './call-provider.server';

it('times out on a trickling response, even after garbage collection', async () => {
  const origin = await serveTricklingAnswers();
  const calls = Array.from({ length: 10 }, () =>
    createProviderCaller('The provider', 150)(z.unknown(), new URL(origin)),
  );
  for (const outcome of await Promise.allSettled(calls)) expect(outcome).toMatchObject({ status: 'rejected' });
});
