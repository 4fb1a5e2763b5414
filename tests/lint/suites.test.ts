import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { findSuites, MOST_MINUTES, SUITES } from '../support/runs/suites.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FILES = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');

it.each(SUITES.map((suite) => [suite.name, suite] as const))(
  'finds tests and covered files of the suite %s',
  (_name, suite) => {
    expect(suite.tests.filter((test) => !FILES.includes(test))).toEqual([]);
    expect(suite.covers.filter((start) => !FILES.some((file) => file.startsWith(start)))).toEqual([]);
  },
);

it('lists every test with a full form, and every browser test', () => {
  const hasFullForm = (file: string) =>
    /\b(?:isFull|isBrief|shortOrFull)\b/.test(readFileSync(`${ROOT}${file}`, 'utf8'));
  const tests = FILES.filter((file) => /^tests\/.*[.]test[.]ts$/.test(file) && file !== 'tests/lint/suites.test.ts');
  const onDemand = tests.filter((file) => file.startsWith('tests/browsers/') || hasFullForm(file));
  expect(SUITES.flatMap((suite) => suite.tests).sort()).toEqual(onDemand.sort());
});

it('fits all brief forms together into the time limit of CI', () => {
  const minutes = SUITES.reduce((sum, suite) => sum + (suite.minutes.brief ?? 0), 0);
  expect(minutes).toBeLessThanOrEqual(MOST_MINUTES);
});

it.each([
  ['app/store/migrations/0001-baseline.server.ts', ['kills', 'outages', 'upgrade']],
  ['app/store/migrate.server.test.ts', []],
  ['app/steps/family.ts', ['hostile input', 'upgrade']],
  ['app/routes/step2/route.tsx', ['browsers']],
  ['app/commands/check-backend/cases/payments.ts', ['backend kit']],
  ['tests/store/two-releases.test.ts', ['upgrade']],
  ['tests/fixtures/stores/baseline/sqlite/store.sql', ['upgrade']],
  ['docs/testing.md', []],
])('covers %s with the suites %j', (file, names) => {
  expect(findSuites([file]).map(({ suite }) => suite.name)).toEqual(names);
});
