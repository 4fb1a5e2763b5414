import { existsSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { findNearTests, NEAREST } from '../support/runs/near-tests.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FILES = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');

it.each(NEAREST.map(([pattern, tests]) => [String(pattern), pattern, tests] as const))(
  'maps a file to existing tests with the row of %s',
  (_name, pattern, tests) => {
    const matching = FILES.filter((file) => NEAREST.find(([other]) => other.test(file))?.[0] === pattern);
    expect(matching).not.toEqual([]);
    expect(tests.filter((test) => !existsSync(`${ROOT}${test}`))).toEqual([]);
  },
);

it('maps a changed file to its unit tests and journey, maps a changed test to itself, and lists other files as unknown', () => {
  const changed = [
    'app/steps/family.ts',
    'app/routes/step2/route.tsx',
    'app/steps/contact.ts',
    'tests/journeys/cards.http.test.ts',
    'tests/journeys/venmo.spec.ts',
    'tests/store/outage.test.ts',
    'tests/bench/pages/record-screens.test.ts',
    'tests/base-path/built.test.ts',
    'tests/base-path/in-process.test.ts',
    'README.md',
  ];
  expect(findNearTests(changed)).toEqual({
    related: ['app/steps/family.ts', 'app/routes/step2/route.tsx', 'app/steps/contact.ts'],
    server: [
      'tests/journeys/family.http.test.ts',
      'tests/journeys/parent.http.test.ts',
      'tests/journeys/every-step.http.test.ts',
      'tests/journeys/cards.http.test.ts',
      'tests/bench/pages/record-screens.test.ts',
      'tests/base-path/built.test.ts',
    ],
    postgres: ['tests/store/outage.test.ts'],
    'base path': ['tests/base-path/in-process.test.ts'],
    journeys: ['tests/journeys/venmo.spec.ts'],
    unknown: ['README.md'],
  });
});

it('runs every changed test, or lists it as unknown', () => {
  const tests = FILES.filter((file) => /^tests\/.*[.](?:test|spec)[.]ts$/.test(file));
  // Vitest finds changed tests by their imports only in the project `code`.
  expect(findNearTests(tests).related.filter((file) => !file.startsWith('tests/lint/'))).toEqual([]);
});
