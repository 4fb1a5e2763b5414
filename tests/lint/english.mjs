/**
 * Fails when a file contains a phrase of `PHRASES` (CONTRIBUTING.md, "English"). Reads comments, test names, log and error texts of `app/`,
 * Markdown, and `#` comments of YAML, shell and other settings files, but not the visitors' texts in `locales/`. `english-ok: <reason>` on
 * a line or on the one above it allows the phrases of that line.
 *
 * `node tests/lint/english.mjs [FOLDER]`; prints `file:line: "phrase": advice`, and exits with 1 if it finds any.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const GENERATED = new Set(['docs/backend-calls.md']);

/** A phrase to avoid, and what to write. */
const PHRASES = [
  [/\b(?:nobody|somebody|whoever)\b/, 'name the actor: visitor, user, operator, client'],
  [/(?<=^|[.;:] )Who (?![^.]*\?)/, 'name the actor: visitor, user, operator, client'],
  [/\banew\b|\bonce more\b|\bagain and again\b/, 'write "retry", "re-validate", "re-render" or "again"'],
  [/\bmend(?:s|ed|ing)?\b/, 'write "fix"'],
  [/\b(?:is|are|was|were|be|been|being) told\b|\btells?\b(?! apart)/, 'write "return", "report", "show" or "set"'],
  [/\b(?:has|have|had) to be\b|\b(?:is|are) to be\b/, 'write "must"'],
  [/(?<!\bthere )\b(?:is|are|was|were) (?:no(?! longer| more)|none)\b/, 'write "is not a …" or "has no …"'],
  [/\bof ours\b|\bof (?:its|their|his|her) own\b|\bvisitor's own\b/, 'write "our", or leave it out'],
  [
    // cspell:ignore leav
    /(?<!\b(?:leav(?:e|es|ing)|left|let) (?:\w+ ){0,2})\b(?!(?:leav(?:e|es|ing)|left|let|stand(?:s|ing)?|runs?|ran|passed|rendered|is|are|was|or|and|not)\b)[\w'’`]+ alone\b/,
    'write "only …" before the noun',
  ],
  [/\bstands? (?:in|for)\b|\bstood in\b|\bbears?\b/, 'write "contains", "carries", "is in" or "means"'],
  [/\bon offer\b/, 'write "available"'],
  [/\bwhat (?:is|was|are|were) (?:asked|kept|shown|said)\b/, 'name the thing: the question, the stored value'],
  [/\b(?:line|word) of the log\b/, 'write "log line"'],
  [
    /\b(?:backend|server|provider)(?:'s)? answers?\b|\banswers? of (?:a|the|its) (?:backend|server|provider)\b/,
    'write "response"',
  ],
].map(([pattern, advice]) => [new RegExp(pattern.source.replaceAll(' ', '\\s+'), 'gim'), advice]);

/** Replaces a line without prose, so that no phrase matches across it. */
const GAP = '\0';
const COMMENT = /^\s*(?:\{?\/\*+|\*(?!\/)|\/\/)(.*?)(?:\*\/\}?)?$|\s\/\/ (.*)$|\s\/\*\*? (.*?)\*\/$/;
const TEXT = /(['"`])((?:\\.|(?!\1).)*)\1/g;
const TEST_NAME = /(?:\b(?:it|test|describe)(?:\.\w+)*(?:\([^'"`]*\))?|^\s*\]\))\(\s*(['"`])((?:\\.|(?!\1).)*)\1/;
const TEXT_ALONE = /^\s*(['"`])((?:\\.|(?!\1).)*)\1,$/;
/** Files whose comments begin with `#`. */
const HASHED =
  /\.(?:ya?ml|sh|conf|service)$|(?:^|\/)(?:Dockerfile|Caddyfile|\.env\.example|\.gitignore|\.npmrc)$|^\.(?:githooks|ci)\//;
const HASH_COMMENT = /(?:^|\s)#+(?: (.*)|$)/;
const ALLOWED = /english-ok: \S/;

const root = process.argv[2] ?? '.';
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (path) =>
      (/\.(?:tsx?|m[jt]s|css|md)$/.test(path) || HASHED.test(path)) &&
      !GENERATED.has(path) &&
      existsSync(join(root, path)),
  );
for (const path of files) {
  for (const { line, phrase, advice } of findPhrases(path, readFileSync(join(root, path), 'utf8'))) {
    console.error(`${path}:${line}: "${phrase}": ${advice}`);
    process.exitCode = 1;
  }
}

function findPhrases(path, text) {
  const lines = text.split('\n');
  const prose = proseOf(path, lines).join('\n');
  return PHRASES.flatMap(([pattern, advice]) =>
    [...prose.matchAll(pattern)].map(({ 0: phrase, index }) => ({
      line: prose.slice(0, index).split('\n').length,
      phrase: phrase.trim().replace(/\s+/g, ' '),
      advice,
    })),
  )
    .filter(({ line }) => ![lines[line - 1], lines[line - 2]].some((each) => ALLOWED.test(each)))
    .sort((one, other) => one.line - other.line);
}

function proseOf(path, lines) {
  if (path.endsWith('.md')) return proseOfMarkdown(lines);
  if (HASHED.test(path)) return lines.map((line) => HASH_COMMENT.exec(line)?.[1]?.trim() || GAP);
  return proseOfCode(path, lines);
}

/** Returns the prose of each line, with the word "code" for code, and without quoted texts. */
function proseOfMarkdown(lines) {
  let isCode = false;
  return lines.map((line) => {
    const isFence = /^\s*```/.test(line);
    if (isFence) isCode = !isCode;
    if (isCode || isFence || line.trim() === '') return GAP;
    return line.replace(/`[^`]*`/g, 'code').replace(/"[^"]*"|“[^”]*”/g, '');
  });
}

/** Returns the comment, test name or text of each line. */
function proseOfCode(path, lines) {
  const isTest = path.startsWith('tests/') || /\.test\.tsx?$/.test(path);
  return lines.map((line, index) => {
    const comment = COMMENT.exec(line);
    if (comment) return (comment[1] ?? comment[2] ?? comment[3]).trim() || GAP;
    if (!isTest)
      return (
        [...line.matchAll(TEXT)]
          .map(([, , text]) => text)
          .filter(isSentence)
          .join(GAP) || GAP
      );
    const name = TEST_NAME.exec(line) ?? (lines[index - 1]?.endsWith('(') ? TEXT_ALONE.exec(line) : undefined);
    return name?.[2] ?? GAP;
  });
}

function isSentence(text) {
  return text.trim().split(' ').length > 2;
}
