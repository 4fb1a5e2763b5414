import { ROOMS } from './rooms.mjs';

const { ROOM = 'domain' } = process.env;

/** Stryker's configuration for one room of `npm run mutants`. */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutants/vitest-of-mutants.mjs' },
  plugins: ['@stryker-mutator/vitest-runner'],
  mutate: [...ROOMS[ROOM].mutate, '!app/**/*.test.{ts,tsx}'],
  coverageAnalysis: 'perTest',
  concurrency: Number(process.env.MUTANTS_WORKERS ?? 2),
  // A busy machine may be slow even without a mutant.
  timeoutMS: 60_000,
  ignorePatterns: ['build', 'data', 'test-results', 'playwright-report'],
  reporters: ['html', 'json', 'progress-append-only'],
  htmlReporter: { fileName: `test-results/mutants/${ROOM}.html` },
  jsonReporter: { fileName: `test-results/mutants/${ROOM}.json` },
};
