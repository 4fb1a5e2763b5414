/**
 * Lists the licences of the production packages in the lock file, for all platforms. Fails if a package has no licence of `ALLOWED`.
 * `node tests/lint/licences.mjs [LOCK_FILE]` prints one licence per line with its packages, and exits with 1 if one is not allowed.
 */
import { readFileSync } from 'node:fs';

/** These licences allow a closed-source product, and require only that it includes their notice. */
const ALLOWED = new Set(['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0']);

const { packages } = JSON.parse(readFileSync(process.argv[2] ?? 'package-lock.json', 'utf8'));
const byLicence = groupByLicence(Object.entries(packages).filter(([path, entry]) => path !== '' && !entry.dev));
for (const [licence, names] of byLicence) console.log(`${licence} (${names.length}): ${names.join(', ')}`);

const refused = [...byLicence].filter(([licence]) => !isAllowed(licence));
for (const [licence, names] of refused)
  console.error(`Not allowed: ${licence} of ${names.join(', ')}. Use another package, or have the licence reviewed.`);
if (refused.length > 0) process.exitCode = 1;

/** Groups packages by licence, the most frequent one first. */
function groupByLicence(entries) {
  const groups = new Map();
  for (const [path, { version, license = 'no licence stated' }] of entries) {
    const names = groups.get(license) ?? [];
    groups.set(license, [...names, `${path.replace(/^.*node_modules\//, '')}@${version}`]);
  }
  return [...groups].sort(([, one], [, other]) => other.length - one.length);
}

/** Returns whether an SPDX expression allows the use. Rejects one that mixes AND and OR, so that a reviewer decides. */
function isAllowed(expression) {
  const plain = expression.replace(/^\((.*)\)$/, '$1');
  if (plain.includes(' AND ')) return plain.split(' AND ').every((licence) => ALLOWED.has(licence));
  return plain.split(' OR ').some((licence) => ALLOWED.has(licence));
}
