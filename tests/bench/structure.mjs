/**
 * `npm run structure`: prints the size of the project as a table: files, lines, imports, words. `npm run structure -- ../before` adds a
 * column for another working copy. The figures are for comparison, so they are counted by line patterns and not by a parser.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countDocumentWords } from '../lint/rule-headings.mjs';

const USAGE = 'Usage: npm run structure [-- DIR …]. Counts this working copy, and others for comparison.';

/** Matches a blank line or a comment line. Prettier starts the other lines of a block comment with an asterisk. */
const NO_CODE = /^\s*(\/\/.*|\/\*.*|\*.*|\{\/\*.*\*\/\})?$/;
const IMPORT = /^import\b[\s\S]*?;$/gm;
/** The module of a static import, a re-export or a dynamic import. */
const SPECIFIER = /^(?:import|export)\b[^;]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'/gm;
const ROUTE = /^app\/routes\/([^/]+|[^/]+\/route)\.tsx$/;
const PAGE = /^export default\b/m;
const ACTION = /^export (const|(async )?function) (action\b|\{[^}]*\baction\b)/m;

const dirs = process.argv.slice(2);
if (dirs.some((dir) => dir.startsWith('-'))) {
  console.error(USAGE);
  process.exit(2);
}
const roots = [...dirs, fileURLToPath(new URL('../..', import.meta.url))];
const columns = roots.map(countStructure);
const titles = roots.map((root, index) =>
  index < dirs.length ? posix.basename(posix.resolve(root)) : 'this working copy',
);
console.log(`|  | ${titles.join(' | ')} |\n|${' --- |'.repeat(titles.length + 1)}`);
for (const name of Object.keys(columns[0])) {
  console.log(`| ${name} | ${columns.map((column) => column[name]).join(' | ')} |`);
}

/** @returns {Record<string, string>} the table's rows */
function countStructure(root) {
  const paths = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const texts = new Map(
    paths
      .filter((path) => /\.(tsx?|mjs)$/.test(path) && !path.endsWith('.d.ts'))
      .map((path) => [path, readFileSync(posix.join(root, path), 'utf8')]),
  );
  const select = (fits) => new Map([...texts].filter(([path]) => fits(path)));
  const tests = select((path) => path.startsWith('tests/') || /\.test\.tsx?$/.test(path));
  const product = select((path) => /^(app\/.*\.(tsx?|mjs)|server\.ts)$/.test(path) && !tests.has(path));
  const forms = [...product].filter(([path, text]) => ROUTE.test(path) && ACTION.test(text) && PAGE.test(text));
  const importsOfForms = forms.map(([, text]) => countImports(text)).sort((a, b) => a - b);
  return {
    'product files': group(product.size),
    'product code lines': group(sum(product, countCodeLines)),
    'imports in product files': group(sum(product, countImports)),
    'product files imported by one other file': group(countSingleImporters(product)),
    'imports of a route with a page and an action, most / median': `${importsOfForms.at(-1)} / ${importsOfForms[importsOfForms.length >> 1]}`,
    'test files': group(tests.size),
    'test code lines': group(sum(tests, countCodeLines)),
    'words of docs, without generated pages': group(countDocumentWords(root)),
  };
}

function countCodeLines(text) {
  return text.split('\n').filter((line) => !NO_CODE.test(line)).length;
}

function countImports(text) {
  return text.match(IMPORT)?.length ?? 0;
}

/** @param {Map<string, string>} files texts by path */
function countSingleImporters(files) {
  const importers = new Map();
  for (const [path, text] of files) {
    for (const [, ...specifiers] of text.matchAll(SPECIFIER)) {
      const imported = resolve(path, specifiers.find(Boolean), files);
      if (imported && imported !== path) importers.set(imported, (importers.get(imported) ?? new Set()).add(path));
    }
  }
  return [...importers.values()].filter(({ size }) => size === 1).length;
}

/** @returns the path of a project file; undefined for a package, JSON or CSS */
function resolve(from, specifier, files) {
  if (!/^[.~]/.test(specifier)) return undefined;
  const path = specifier.startsWith('~/') ? `app/${specifier.slice(2)}` : posix.join(posix.dirname(from), specifier);
  return ['', '.ts', '.tsx', '.mjs', '/index.ts'].map((ending) => path + ending).find((each) => files.has(each));
}

function sum(files, count) {
  return [...files.values()].reduce((total, text) => total + count(text), 0);
}

function group(figure) {
  return figure.toLocaleString('en-US');
}
