/**
 * The tests of the built server that are nearest to a changed file. The first matching row applies. Journeys cross many screens, so the
 * list is incomplete, and `npm test` runs all tests.
 * @type {readonly [changed: RegExp, tests: readonly string[]][]}
 */
export const NEAREST = [
  [/^locales\/|^app\/i18n\/|^app\/styles\//, []],
  [/\/(demo|sandbox)(_|\/|\.)/, ['tests/journeys/addresses.http.test.ts']],
  [/^app\/.*(invite|invited)/, ['tests/journeys/invite.http.test.ts']],
  [/^app\/.*(professional|practice|\/pro\.)/, ['tests/journeys/professional.http.test.ts']],
  [/^app\/.*(credentials|password|username)/, ['tests/journeys/credentials.http.test.ts']],
  [/^app\/.*receipt/, ['tests/journeys/receipt.http.test.ts']],
  [/^app\/payments\/braintree\//, ['tests/contract/braintree.test.ts']],
  [/^app\/.*(paypal|venmo|wallet)/i, ['tests/journeys/paypal.http.test.ts']],
  [/^app\/.*(billing|address|place)/, ['tests/journeys/billing.http.test.ts']],
  [/^app\/.*(payment|checkout|card)/, ['tests/journeys/cards.http.test.ts']],
  [/^app\/.*(package|pric|alacarte|build-your-own)/, ['tests/journeys/packages.http.test.ts']],
  [/^app\/.*(family|step2)/, ['tests/journeys/family.http.test.ts']],
  [/^app\/server\/session\//, ['tests/journeys/expiry.http.test.ts']],
  [/^app\/server\/http\//, ['tests/faults/methods.test.ts']],
  [/^app\/(server|store|settings)\//, ['tests/faults/unsent-payment.test.ts']],
  [/^app\/steps\//, ['tests/journeys/parent.http.test.ts', 'tests/journeys/every-step.http.test.ts']],
  [/^app\/(routes|use-cases|components|journeys)\//, ['tests/journeys/parent.http.test.ts']],
  [/^deploy\//, ['tests/deploy/metrics.test.ts']],
];

/** The runner of a test file by its path. Tests in browsers are unknown, because they have their own settings and need those browsers. */
const KINDS = /** @type {const} */ ([
  ['journeys', /^tests\/journeys\/.*[.]spec[.]ts$/],
  ['postgres', /^tests\/store\/.*[.]test[.]ts$|^tests\/journeys\/replicas[.]http[.]test[.]ts$/],
  ['base path', /^tests\/base-path\/in-process[.]test[.]ts$/],
  ['server', /^tests\/(base-path|bench|contract|deploy|faults|journeys|screens)\/.*[.]test[.]ts$/],
  ['unknown', /^tests\/browsers\/.*[.]test[.]ts$/],
]);

/**
 * Returns the tests to run for changed files.
 * @param {readonly string[]} changed paths from the root
 * @returns test files by runner. `related` are files whose unit tests Vitest finds by their imports, and `unknown` files without near tests.
 */
export function findNearTests(changed) {
  const near = { related: [], server: [], postgres: [], 'base path': [], journeys: [], unknown: [] };
  for (const file of changed) {
    const kind = KINDS.find(([, pattern]) => pattern.test(file))?.[0];
    if (kind) near[kind].push(file);
    else {
      const row = NEAREST.find(([pattern]) => pattern.test(file));
      if (row) near.server.push(...row[1]);
      if (/[.](tsx?|mjs)$/.test(file) || file.startsWith('locales/')) near.related.push(file);
      else if (!row) near.unknown.push(file);
    }
  }
  return { ...near, server: [...new Set(near.server)] };
}
