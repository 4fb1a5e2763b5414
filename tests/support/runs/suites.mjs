/**
 * The suites on demand, which `npm test` runs in part or not at all. `covers` lists starts of paths from the root: if such a file changed,
 * `.ci/run` runs the suite in its brief form (`FAULTS=brief`). `minutes` were measured on a busy machine.
 * @type {readonly import('./suites.mjs').Suite[]}
 */
export const SUITES = [
  {
    name: 'kills',
    tests: ['tests/faults/kill-while-writing.test.ts', 'tests/store/kill-while-writing.test.ts'],
    covers: ['app/store/'],
    minutes: { brief: 1, full: 6 },
    tools: ['postgres'],
  },
  {
    name: 'outages',
    tests: ['tests/faults/outage.test.ts', 'tests/store/outage.test.ts', 'tests/store/rolling-restarts.test.ts'],
    covers: ['app/store/', 'app/server/process/', 'app/server/http/health'],
    minutes: { brief: 1, full: 8 },
    tools: ['postgres'],
  },
  {
    name: 'random walks',
    tests: [
      'tests/journeys/one-truth.http.test.ts',
      'tests/journeys/one-truth-pages.http.test.ts',
      'tests/journeys/session-walks.http.test.ts',
      'tests/journeys/double-press.http.test.ts',
      'tests/journeys/co-parent-box.http.test.ts',
    ],
    covers: ['app/journeys/', 'app/use-cases/', 'app/server/session/'],
    minutes: { brief: 2, full: 15 },
    tools: ['postgres'],
  },
  {
    name: 'hostile input',
    tests: ['tests/faults/fuzz.test.ts', 'tests/faults/slow-clients.test.ts', 'tests/faults/troubled-backend.test.ts'],
    covers: ['app/backend/remote/', 'app/backend/schemas/', 'app/server/http/', 'app/server/process/', 'app/steps/'],
    minutes: { brief: 1, full: 4 },
  },
  {
    name: 'backend kit',
    tests: ['tests/contract/planted-faults.test.ts'],
    covers: [
      'app/backend/contract/',
      'app/commands/operate/check-backend',
      'app/commands/check-backend/',
      'docs/examples/python-backend/',
    ],
    minutes: { brief: 1, full: 3 },
    tools: ['python3'],
  },
  {
    name: 'base path',
    tests: ['tests/base-path/built.test.ts'],
    covers: [
      'vite/',
      'vite.config.ts',
      'app/commands/run/',
      'app/root',
      'app/entry',
      'app/routes.',
      'app/domain/base-path',
    ],
    minutes: { brief: 1, full: 1 },
  },
  {
    name: 'browsers',
    tests: ['tests/browsers/browsers.test.ts'],
    covers: [
      'app/components/',
      'app/routes',
      'app/styles/',
      'app/enhance/',
      'app/root',
      'app/entry',
      'locales/en/',
      'tests/browsers/',
    ],
    minutes: { brief: 1, full: 6 },
    tools: ['firefox-esr'],
    script: 'test:browsers',
    // Playwright already walks the journeys in Chromium.
    briefly: { BROWSERS: 'firefox' },
  },
  {
    name: 'upgrade',
    tests: ['tests/faults/there-and-back.test.ts', 'tests/store/two-releases.test.ts'],
    covers: [
      'app/store/',
      'app/server/session/',
      'app/backend/embedded/',
      'app/steps/',
      'app/journeys/',
      'app/use-cases/',
      'tests/fixtures/stores/',
      'tests/support/upgrade/',
    ],
    // It has no brief form, because it installs the packages of an earlier release from a registry.
    minutes: { full: 4 },
    tools: ['postgres'],
    // In parallel, both would make the same earlier build.
    workers: 1,
    needsHistory: true,
  },
];

/** The time limit of `.ci/run` for all brief forms together. */
export const MOST_MINUTES = 8;

/**
 * Returns the suites to run for changed files, each with the changed files that it covers.
 * @param {readonly string[]} changed paths from the root
 */
export function findSuites(changed) {
  return SUITES.map((suite) => ({
    suite,
    files: changed.filter((file) => suite.tests.includes(file) || (covers(suite, file) && !isUnit(file))),
  })).filter(({ files }) => files.length > 0);
}

function covers(suite, file) {
  return suite.covers.some((start) => file.startsWith(start));
}

/** Returns whether a file is a test beside the code, which `npm test` runs. */
function isUnit(file) {
  return /^app\/.*[.]test[.]tsx?$/.test(file);
}
