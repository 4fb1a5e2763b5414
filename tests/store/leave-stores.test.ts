import { expect, it } from 'vitest';
import { buildOfCommit } from '~tests/servers/build-of-commit';
import { leaveStore } from '~tests/upgrade/leave-store';
import { STORES } from '~tests/upgrade/left-store';

/** `npm run store-fixture`: writes tests/fixtures/stores anew, which its README describes. Otherwise there is nothing to test here. */
const [commit, release] = (process.env.STORE_FIXTURE ?? '').split(' as ');

it.skipIf(!commit).for(STORES)('an old build leaves its visitors on %s', { timeout: 300_000 }, async (kind) => {
  const built = buildOfCommit(commit!);
  expect(built, `${commit} is not in the history`).toBeDefined();
  await leaveStore(kind, { release: release!, ...built! });
});
