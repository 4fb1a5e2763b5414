import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

const BLANK = /[ \t]*(?:#.*)?(?:\n|$)/y;
const ASSIGNMENT =
  /[ \t]*(?:export[ \t]+)?[A-Za-z_]\w*[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`|[^"'`#\s][^#\s]*(?:[ \t]+[^#\s]+)*)?(?:[ \t]+#.*|[ \t]*)(?:\n|$)/y;

/**
 * Reads `.env` of the working copy, if it exists. Variables that are already set take precedence, even if empty. Exits with 78 if the file
 * cannot be parsed.
 */
export function loadEnvFile(root) {
  try {
    const text = readFileSync(join(root, '.env'), 'utf8')
      .replace(/^\uFEFF/, '')
      .replace(/\r\n?/g, '\n');
    const line = findFaultyLine(text);
    // Does not print the line, because it may contain a secret.
    if (line !== undefined)
      refuse(
        `.env, line ${line}: must be NAME=value or begin with a #. A value that holds a # or a line break needs quotes.`,
      );
    for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value;
  } catch (error) {
    if (error.code !== 'ENOENT') refuse(`.env cannot be read: ${error.message}`);
  }
}

/**
 * Finds the first line that is not an assignment, because Node accepts any text and silently misreads such lines.
 *
 * @returns the line number from 1; undefined without a fault
 */
function findFaultyLine(text) {
  for (let at = 0; at < text.length;) {
    const statement = [BLANK, ASSIGNMENT].find((pattern) => ((pattern.lastIndex = at), pattern.test(text)));
    if (!statement) return text.slice(0, at).split('\n').length;
    at = statement.lastIndex;
  }
  return undefined;
}

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(78);
}
