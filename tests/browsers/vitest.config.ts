import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** `npm run test:browsers`: slow, and needs browsers that few machines have, so it is not part of `npm test`. */
export default defineConfig({
  root: ROOT,
  resolve: { alias: { '~': `${ROOT}app`, '~tests': `${ROOT}tests/support` } },
  test: {
    env: { BASE_URL: '/app/join/' },
    include: ['tests/browsers/*.test.ts'],
    setupFiles: [`${ROOT}tests/support/vitest-setup.ts`],
    globalSetup: [`${ROOT}tests/support/servers/build.global-setup.ts`],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
