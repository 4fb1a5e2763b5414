/**
 * Lists the licences of production packages by the lock file, including other platforms. Fails if a package allows no licence of `ALLOWED`.
 * `node tests/lint/licences.mjs [LOCK_FILE]`; prints one licence per line with its packages, and exits with 1 if one is not allowed.
 */
import { readFileSync } from 'node:fs';

/** All allow a closed-source product, and require only that their notice is kept. */
const ALLOWED = new Set(['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0']);

const { packages } = JSON.parse(readFileSync(process.argv[2] ?? 'package-lock.json', 'utf8'));
const byLicence = groupByLicence(Object.entries(packages).filter(([path, entry]) => path !== '' && !entry.dev));
for (const [licence, names] of byLicence) console.log(`${licence} (${names.length}): ${names.join(', ')}`);

const refused = [...byLicence].filter(([licence]) => !isAllowed(licence));
for (const [licence, names] of refused)
  console.error(`Not allowed: ${licence} of ${names.join(', ')}. Use another package, or have the licence reviewed.`);
if (refused.length > 0) process.exitCode = 1;

/** The most frequent licence first. */
function groupByLicence(entries) {
  const groups = new Map();
  for (const [path, { version, license = 'no licence said' }] of entries) {
    const names = groups.get(license) ?? [];
    groups.set(license, [...names, `${path.replace(/^.*node_modules\//, '')}@${version}`]);
  }
  return [...groups].sort(([, one], [, other]) => other.length - one.length);
}

/** Tests whether an SPDX expression can be met. A reviewer must decide on one that mixes AND and OR. */
function isAllowed(expression) {
  const plain = expression.replace(/^\((.*)\)$/, '$1');
  if (plain.includes(' AND ')) return plain.split(' AND ').every((licence) => ALLOWED.has(licence));
  return plain.split(' OR ').some((licence) => ALLOWED.has(licence));
}
