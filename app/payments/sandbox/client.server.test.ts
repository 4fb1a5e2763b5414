import { expect, it } from 'vitest';
import { serveTricklingAnswers } from '~tests/fakes/trickling-answers';
import { createSandboxClient } from './client.server';

it('gives an answer up in time that trickles, also when what would end it is collected', async () => {
  const client = createSandboxClient({ url: await serveTricklingAnswers(), timeoutMs: 150 });
  const calls = Array.from({ length: 10 }, () => client.approvalPage.find('some-agreement'));
  for (const outcome of await Promise.allSettled(calls)) expect(outcome).toMatchObject({ status: 'rejected' });
});
