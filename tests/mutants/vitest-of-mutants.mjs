import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { fileURLToPath } from 'node:url';
import { scriptGroups } from '../../vite/script-groups';
import { ROOMS } from './rooms.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A mutant's tests end at the first failure, so the file of the same name runs first, and files of other folders last. */
class NearestFirst extends BaseSequencer {
  async sort(files) {
    const [mutated = ''] = [this.ctx.config.related ?? []].flat();
    return [...files].sort((one, other) => nearness(other, mutated) - nearness(one, mutated));
  }
}

/** Counts the leading characters that two paths share. */
function nearness({ moduleId }, mutated) {
  const end = [...moduleId].findIndex((character, index) => character !== mutated[index]);
  return end === -1 ? moduleId.length : end;
}

/** Runs the tests of a room in one thread and without a build. */
export default defineConfig({
  root: ROOT,
  plugins: [scriptGroups],
  resolve: { alias: { '~': `${ROOT}app`, '~tests': `${ROOT}tests/support` } },
  test: {
    env: { BASE_URL: '/app/join/' },
    include: ROOMS[process.env.ROOM ?? 'domain'].tests,
    setupFiles: [`${ROOT}tests/support/vitest-setup.ts`],
    provide: { store: 'SQLite' },
    isolate: false,
    sequence: { sequencer: NearestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
