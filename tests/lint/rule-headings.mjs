/**
 * Fails if a comment or document names a missing heading (`docs/rules.md, "Step indicator"`), decision record or path of `app/`, or a
 * document outside the repository. Also checks the internal links of documents, the files and npm scripts that they name, and the length
 * of decision records.
 *
 * `node tests/lint/rule-headings.mjs [FOLDER]` prints `file:line: what`, and exits with 1 if it finds any.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const CODE = [
  'app',
  'tests',
  'server.ts',
  'vite.config.ts',
  'vitest.config.ts',
  'playwright.config.ts',
  'vite',
  'deploy',
  'compose.yaml',
  'Dockerfile',
  '.env.example',
  '.github',
];
const CODE_FILE = /[.](?:[cm]?[jt]sx?|css|ya?ml|service|sh|conf)$|(?:Docker|Caddy)file$|[.]env[.]example$/;
const DOCUMENTS = ['docs', 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', '.github', 'tests'];

/** The limit of words in a decision record, and in all handwritten documents. */
const RECORD_WORDS = 250;
const ALL_WORDS = 38_000;
const GENERATED = ['docs/backend-calls.md'];

/** A comment, or the part of it on this line. */
const COMMENT = /^\s*(?:\*|\/\*|\/\/|\{\/\*|#).*$|\s\/\/ .*$|\s\/\*.*$/;
const CITED = /docs\/((?!decisions\/)[\w/-]+\.md)(?:,(?:\s|\*|\/\/|#)*("[^"\n]+"(?:,\s*"[^"\n]+")*))?/g;
const OUTSIDE =
  /\bthe spec\b(?! file)|\(spec[,:) ]|\bspec'?s?,? section|\bspec\.md|\bdesign\.md|\(design[,:)]|\bdesign, section/i;
const PATH = /(?<![\w/.~-])app\/[\w./$-]*\w/g;
const DECISION = /docs\/decisions\/(\d{4})(-[\w-]+\.md)?/g;
/** A decision named by its number, as in "decision 24" or "decision [24]". */
const DECISION_NUMBER = /\b[Dd]ecisions? \[?(\d{1,4})\b/g;
/** `](path#anchor)`, with or without a title, `[name]: path#anchor`, and HTML's `src` and `href`. */
const LINK =
  /\]\(<?([^)#\s>]+)?(#[^)\s>]+)?>?(?:\s+"[^"]*")?\)|^\[[^\]]+\]:\s+([^#\s]+)?(#\S+)?|\b(?:src|href)="([^"#]+)?(#[^"]+)?"/g;

/** A file's name or the end of its path, in backticks: `server/http/app.server.ts`. */
const FILE = /`([\w.$-]+(?:\/[\w.$-]+)*\.(?:[cm]?tsx?|mjs|sh|service))`/g;
/** Example files that a page about additions asks the reader to create. */
const EXAMPLE = /\bpets\b/;
const NPM_SCRIPT = /\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = findFaults(resolve(process.argv[2] ?? '.'));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}

/** Described in rule-headings.d.mts. */
export function findFaults(root) {
  const files = readdirSync(root)
    .filter((name) => !/^(?:node_modules|build|data|\.git)$/.test(name))
    .flatMap((name) => listFiles(root, [name], /[.][a-z]+$/))
    .map((path) => `/${relative(root, path)}`);
  const packageFile = join(root, 'package.json');
  const scripts = existsSync(packageFile) ? JSON.parse(readFileSync(packageFile, 'utf8')).scripts : {};

  return [
    ...listFiles(root, CODE, CODE_FILE).flatMap(faultsOfCode),
    ...listFiles(root, DOCUMENTS, /[.]md$/).flatMap((file) => [...faultsOfLinks(file), ...faultsOfMentions(file)]),
    ...listFiles(root, ['docs/decisions'], /[.]md$/).flatMap(faultsOfRecord),
    ...faultsOfLength(),
  ];

  function faultsOfCode(file) {
    const text = readFileSync(file, 'utf8');
    const faults = [];
    const report = (at, what) =>
      faults.push(`${relative(root, file)}:${text.slice(0, at).split('\n').length}: ${what}`);
    for (const { index, 0: whole, 1: document, 2: quoted } of text.matchAll(CITED)) {
      if (!isComment(text, index)) continue;
      const headings = headingsOf(join(root, 'docs', document));
      if (!headings) report(index, `there is no docs/${document}`);
      for (const [, heading] of headings && quoted ? quoted.matchAll(/"([^"]+)"/g) : [])
        if (!headings.includes(heading))
          report(index + whole.indexOf(heading), `docs/${document} has no heading "${heading}"`);
    }
    let at = 0;
    for (const line of text.split('\n')) {
      const comment = COMMENT.exec(line)?.[0] ?? '';
      if (OUTSIDE.test(comment)) report(at, 'cites a document outside the repository; name a heading of docs/rules.md');
      for (const [path] of comment.matchAll(PATH)) if (!existsSync(join(root, path))) report(at, `there is no ${path}`);
      for (const [cited, number, rest] of comment.matchAll(DECISION))
        if (!hasDecision(number, rest)) report(at, `there is no ${cited}`);
      for (const [cited, number] of comment.matchAll(DECISION_NUMBER))
        if (!hasDecision(number.padStart(4, '0'))) report(at, `there is no ${cited}`);
      at += line.length + 1;
    }
    return faults;
  }

  function faultsOfLinks(file) {
    return proseOf(file).flatMap((line, number) =>
      [...line.matchAll(LINK)].flatMap((match) => {
        const [path = '', anchor] = [match[1] ?? match[3] ?? match[5], match[2] ?? match[4] ?? match[6]];
        if (/^[a-z]+:/.test(path) || (!path && !anchor)) return [];
        const target = path ? join(dirname(file), decodeURI(path)) : file;
        const isThere =
          existsSync(target) && (!anchor || !target.endsWith('.md') || anchorsOf(target).includes(decodeURI(anchor)));
        return isThere
          ? []
          : [`${relative(root, file)}:${number + 1}: the link to ${path}${anchor ?? ''} leads nowhere`];
      }),
    );
  }

  function faultsOfRecord(file) {
    const words = countWords(file);
    return words < RECORD_WORDS
      ? []
      : [`${relative(root, file)}:1: ${words} words; a record has fewer than ${RECORD_WORDS}`];
  }

  function faultsOfLength() {
    const words = countDocumentWords(root);
    return words < ALL_WORDS ? [] : [`docs:1: ${words} words; all documents together have fewer than ${ALL_WORDS}`];
  }

  /** Checks decisions, headings, files and npm scripts that a document names without a link. */
  function faultsOfMentions(file) {
    return proseOf(file).flatMap((line, number) => {
      const missing = [...line.matchAll(DECISION_NUMBER)]
        .filter(([, decision]) => !hasDecision(decision.padStart(4, '0')))
        .map(([cited]) => `there is no ${cited}`);
      for (const [, document, quoted] of line.matchAll(CITED)) {
        const headings = headingsOf(join(root, 'docs', document));
        if (!headings) missing.push(`there is no docs/${document}`);
        else
          for (const [, heading] of quoted?.matchAll(/"([^"]+)"/g) ?? [])
            if (!headings.includes(heading)) missing.push(`docs/${document} has no heading "${heading}"`);
      }
      for (const [, name] of line.matchAll(FILE))
        if (!EXAMPLE.test(name) && !files.some((path) => path.endsWith(`/${name}`)))
          missing.push(`there is no ${name}`);
      for (const [, name] of line.matchAll(NPM_SCRIPT))
        if (!(name in scripts)) missing.push(`there is no npm run ${name}`);
      return missing.map((fault) => `${relative(root, file)}:${number + 1}: ${fault}`);
    });
  }

  function hasDecision(number, rest) {
    const folder = join(root, 'docs/decisions');
    return (
      existsSync(folder) &&
      readdirSync(folder).some((name) => (rest ? name === number + rest : name.startsWith(`${number}-`)))
    );
  }
}

/** Described in rule-headings.d.mts. */
export function countDocumentWords(root) {
  return listFiles(root, DOCUMENTS, /[.]md$/)
    .filter((file) => !GENERATED.includes(relative(root, file)))
    .reduce((sum, file) => sum + countWords(file), 0);
}

function listFiles(root, names, pattern) {
  return names
    .map((name) => join(root, name))
    .flatMap((path) => {
      if (!existsSync(path)) return [];
      if (statSync(path).isFile()) return pattern.test(path) ? [path] : [];
      return readdirSync(path, { recursive: true })
        .map((name) => join(path, name))
        .filter((name) => pattern.test(name) && statSync(name).isFile());
    });
}

function isComment(text, index) {
  const line = text.slice(text.lastIndexOf('\n', index) + 1).split('\n', 1)[0];
  return COMMENT.test(line);
}

function countWords(file) {
  return readFileSync(file, 'utf8')
    .split(/\s+/)
    .filter((word) => /\w/.test(word)).length;
}

/** Returns the lines of a document, with empty lines instead of code blocks. */
function proseOf(file) {
  let isCode = false;
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => {
      const isFence = /^\s*```/.test(line);
      if (isFence) isCode = !isCode;
      return isCode || isFence ? '' : line;
    });
}

/** Returns the headings of a document without `#`, or undefined if it does not exist. */
function headingsOf(path) {
  if (!existsSync(path)) return undefined;
  return [...readFileSync(path, 'utf8').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => heading.trim());
}

/** Returns the anchors of a document's headings as GitHub makes them, with a number for a repeated heading. */
function anchorsOf(path) {
  const anchors = headingsOf(path).map(anchorOf);
  return anchors.map((anchor, at) => {
    const earlier = anchors.slice(0, at).filter((one) => one === anchor).length;
    return earlier > 0 ? `${anchor}-${earlier}` : anchor;
  });
}

function anchorOf(heading) {
  return `#${heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')}`;
}
