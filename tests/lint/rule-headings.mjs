/**
 * Fails where a comment names something that is not there: a heading of a document (`docs/rules.md, "Step indicator"`), a decision
 * record, a path of `app/`, or a document outside the repository. Follows the links between documents too.
 *
 * `node tests/lint/rule-headings.mjs [FOLDER]`; prints `file:line: what`, and ends with 1 where there is anything to print.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(process.argv[2] ?? '.');
const CODE = [
  'app',
  'tests',
  'server.ts',
  'vite.config.ts',
  'vitest.config.ts',
  'playwright.config.ts',
  'eslint.config.js',
];
const DOCUMENTS = ['docs', 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'];

/** A comment, or the part of one that stands on its line. */
const COMMENT = /^\s*(?:\*|\/\*|\/\/|\{\/\*).*$|\s\/\/ .*$|\s\/\*.*$/;
const CITED = /docs\/([\w-]+\.md)(?:,(?:\s|\*|\/\/)*("[^"\n]+"(?:,\s*"[^"\n]+")*))?/g;
const OUTSIDE =
  /\bthe spec\b(?! file)|\(spec[,:) ]|\bspec'?s?,? section|\bspec\.md|\bdesign\.md|\(design[,:)]|\bdesign, section/i;
const PATH = /(?<![\w/.~-])app\/[\w./$-]*\w/g;
const DECISION = /docs\/decisions\/(\d{4})(-[\w-]+\.md)?/g;
const LINK = /\]\(([^)#\s]+)?(#[^)\s]+)?\)/g;

const found = [
  ...listed(CODE, /[.](?:[cm]?[jt]sx?|css)$/).flatMap(faultsOfCode),
  ...listed(DOCUMENTS, /[.]md$/).flatMap(faultsOfLinks),
];
for (const fault of found) console.error(fault);
if (found.length > 0) process.exitCode = 1;

function faultsOfCode(file) {
  const text = readFileSync(file, 'utf8');
  const faults = [];
  const tell = (at, what) => faults.push(`${relative(root, file)}:${text.slice(0, at).split('\n').length}: ${what}`);
  for (const { index, 0: whole, 1: document, 2: quoted } of text.matchAll(CITED)) {
    if (!isComment(text, index)) continue;
    const headings = headingsOf(join(root, 'docs', document));
    if (!headings) tell(index, `there is no docs/${document}`);
    for (const [, heading] of headings && quoted ? quoted.matchAll(/"([^"]+)"/g) : [])
      if (!headings.includes(heading))
        tell(index + whole.indexOf(heading), `docs/${document} has no heading "${heading}"`);
  }
  let at = 0;
  for (const line of text.split('\n')) {
    const comment = COMMENT.exec(line)?.[0] ?? '';
    if (OUTSIDE.test(comment)) tell(at, 'cites a document outside the repository; name a heading of docs/rules.md');
    for (const [path] of comment.matchAll(PATH)) if (!existsSync(join(root, path))) tell(at, `there is no ${path}`);
    for (const [cited, number, rest] of comment.matchAll(DECISION))
      if (!hasDecision(number, rest)) tell(at, `there is no ${cited}`);
    at += line.length + 1;
  }
  return faults;
}

function isComment(text, index) {
  const line = text.slice(text.lastIndexOf('\n', index) + 1).split('\n', 1)[0];
  return COMMENT.test(line);
}

function faultsOfLinks(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, number) =>
      [...line.matchAll(LINK)].flatMap(([, path = '', anchor]) => {
        if (/^[a-z]+:/.test(path)) return [];
        const target = path ? join(dirname(file), decodeURI(path)) : file;
        const isThere =
          existsSync(target) &&
          (!anchor || !target.endsWith('.md') || headingsOf(target).some((one) => anchorOf(one) === anchor));
        return isThere
          ? []
          : [`${relative(root, file)}:${number + 1}: the link to ${path}${anchor ?? ''} leads nowhere`];
      }),
    );
}

function hasDecision(number, rest) {
  const folder = join(root, 'docs/decisions');
  return (
    existsSync(folder) &&
    readdirSync(folder).some((name) => (rest ? name === number + rest : name.startsWith(`${number}-`)))
  );
}

/** The headings of a document, without their marks; undefined where there is no such document. */
function headingsOf(path) {
  if (!existsSync(path)) return undefined;
  return [...readFileSync(path, 'utf8').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => heading.trim());
}

/** As GitHub makes it. */
function anchorOf(heading) {
  return `#${heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')}`;
}

function listed(names, pattern) {
  return names
    .map((name) => join(root, name))
    .flatMap((path) => {
      if (!existsSync(path)) return [];
      if (statSync(path).isFile()) return [path];
      return readdirSync(path, { recursive: true })
        .map((name) => join(path, name))
        .filter((name) => pattern.test(name) && statSync(name).isFile());
    });
}
