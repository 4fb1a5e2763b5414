import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './tests/support/runs/long-first';
import { keepTemporaryFilesInMemory } from './tests/support/runs/memory-folder';
import { scriptGroups } from './vite/script-groups';

keepTemporaryFilesInMemory();

export default defineConfig({
  plugins: [scriptGroups],
  // React's production build has no runtime for JSX in development. Its development build checks elements with either one.
  esbuild: { jsxDev: false },
  resolve: {
    alias: {
      '~': fileURLToPath(new URL('./app', import.meta.url)),
      '~tests': fileURLToPath(new URL('./tests/support', import.meta.url)),
      '@node-rs/argon2': fileURLToPath(new URL('./tests/support/fakes/quick-argon2.ts', import.meta.url)),
    },
  },
  test: {
    env: { BASE_URL: '/app/join/' },
    // Compiled modules are cached in node_modules/ between runs, which saves a third of the time of small files.
    experimental: { fsModuleCache: true },
    setupFiles: ['tests/support/vitest-setup.ts'],
    pool: 'forks',
    // A worker parses thousands of pages, mostly with code that runs too rarely for optimisation to pay off.
    execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=32', '--interrupt-budget=1000000'],
    // One more than CI’s two cores, beside Playwright: tests often wait, but each worker imports the whole site again.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    // Only for tests that hang: a busy machine made one that starts a process three times need 25 s instead of 5 s.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A poll ends as soon as its condition holds. Vitest's own second is too short on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        // Nothing here mocks modules. Sharing imports saves a third of the time.
        test: {
          name: 'code',
          include: ['app/**/*.test.{ts,tsx}', 'tests/lint/*.test.ts'],
          provide: { store: 'SQLite' },
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          // Everything that stores data, again on Postgres.
          name: 'postgres',
          setupFiles: ['tests/support/servers/postgres.setup.ts'],
          include: [
            'app/backend/embedded/**/*.test.ts',
            'app/server/session/*.test.ts',
            'app/server/services/{limits,sign-up-story}.server.test.ts',
            'app/commands/operate/{limits,pepper,privacy,sessions,story}.test.ts',
            'app/commands/operate/payments/*.test.ts',
            'app/store/existing-store.server.test.ts',
            'tests/store/*.test.ts',
            'tests/journeys/replicas.http.test.ts',
            'tests/journeys/{session-ids,exit,double-press}.http.test.ts',
          ],
          // These open no store.
          exclude: [
            'app/backend/embedded/**/{activation-codes,sections,settlement-states,typed-name}.test.ts',
            'app/server/session/{cookie-schemas,{named-cookie,sign-in-cookies,successor-ids}.server}.test.ts',
            'app/commands/operate/payments/plan-giving-back.test.ts',
          ],
          provide: { store: 'Postgres' },
          globalSetup: [
            'tests/support/servers/build.global-setup.ts',
            'tests/support/servers/postgres.global-setup.ts',
          ],
          isolate: false,
        },
      },
      {
        extends: true,
        // A worker has one base path, which the modules read when they are imported.
        test: {
          name: 'base path',
          provide: { store: 'SQLite' },
          include: ['tests/base-path/in-process.test.ts'],
          env: { BASE_URL: '/family/join/' },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          setupFiles: ['tests/support/servers/production-react.setup.ts'],
          provide: { store: 'SQLite' },
          include: [
            'tests/{bench,contract,deploy,faults,journeys,screens}/**/*.test.ts',
            'tests/base-path/built.test.ts',
          ],
          exclude: ['tests/journeys/replicas.http.test.ts'],
          // Only here, so that a unit test does not wait for a build.
          globalSetup: [
            'tests/support/servers/build.global-setup.ts',
            'tests/support/servers/shared-servers.global-setup.ts',
          ],
          isolate: false,
        },
      },
    ],
  },
});
