import { expect, it, onTestFinished } from 'vitest';
import { openTestBackend } from '~tests/servers/embedded-backend';

it.each([
  ['rejects', 'accepted', true, 'test-orders'],
  ['accepts', 'did not accept', false, undefined],
])('%s a store for real cards if an order was made where the site %s test cards', async (_does, _did, before, code) => {
  const backend = await openTestBackend({ demo: false, acceptsTestCards: before });
  onTestFinished(() => backend.close());
  const findFault = () =>
    backend.openReplica({ acceptsTestCards: false }).then(
      () => undefined,
      (fault: { code: string }) => fault.code,
    );
  const [first, second] = [await backend.signUp(), await backend.signUp()];
  expect(await findFault()).toBeUndefined();
  for (const signup of [first, second])
    expect((await backend.pay(signup, await backend.requestFor(signup))).error).toBeNull();
  expect(await findFault()).toBe(code);
  await backend.openReplica({ acceptsTestCards: true });
});
