/**
 * `npm run --silent sbom > sbom.json` lists the production packages of the lock file as CycloneDX.
 * npm's `--omit dev` also omits packages that a development package needs too, such as Express and React. So this script lets npm list
 * all packages, and removes those that npm marks as development.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { takeNoArguments } from '../../app/commands/run/arguments.mjs';

takeNoArguments('Usage: npm run --silent sbom. Prints what production installs, as CycloneDX.');

const DEVELOPMENT = 'cdx:npm:package:development';

const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
const { status, stdout } = spawnSync('npm', args, {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (status !== 0) process.exit(status ?? 1);

const sbom = JSON.parse(stdout);
// npm writes the folder's name.
sbom.metadata.component.name = JSON.parse(readFileSync('package.json', 'utf8')).name;
sbom.components = sbom.components.filter(({ properties }) => !properties.some(({ name }) => name === DEVELOPMENT));
const kept = new Set([sbom.metadata.component, ...sbom.components].map((component) => component['bom-ref']));
sbom.dependencies = sbom.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map((dependency) => ({ ...dependency, dependsOn: dependency.dependsOn.filter((ref) => kept.has(ref)) }));
console.log(JSON.stringify(sbom, null, 2));
