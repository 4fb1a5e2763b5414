import type { Example, Examples } from './example';
import { CHAPTERS } from './operation-texts';

const MARK = '<!-- What follows is written by `npm run openapi`, from what was really sent. -->';

/** Writes JSON as it is to stand in a document. */
type FormatJson = (value: unknown) => Promise<string>;

/**
 * Replaces the chapters of calls in docs/backend-contract.md.
 *
 * @throws Error for a page without the mark that they begin at
 */
export async function writeCallsPage(page: string, examples: Examples, format: FormatJson): Promise<string> {
  const at = page.indexOf(MARK);
  if (at < 0) throw new Error(`docs/backend-contract.md has no line ${MARK}`);
  const blocks = CHAPTERS.flatMap(({ title, calls }) => [
    [`## ${title}`],
    ...Object.entries(calls).map(async ([name, { description }]) => [
      `### \`${name}\``,
      description,
      ...(await showExamples(examples[name] ?? [], format)),
    ]),
  ]);
  return `${page.slice(0, at)}${[MARK, ...(await Promise.all(blocks)).flat()].join('\n\n')}\n`;
}

/** Each request that was accepted, with its answer; of the others only the answer. */
async function showExamples(examples: readonly Example[], format: FormatJson): Promise<string[]> {
  const shown = examples.map(async ({ request, status, answer }) => {
    const isRefusal = status >= 400;
    const answered = block(isRefusal ? `json ${status}` : 'json', await format(answer));
    return isRefusal ? [answered] : [await showRequest(request, format), answered];
  });
  return (await Promise.all(shown)).flat();
}

async function showRequest({ method, address, headers, body }: Example['request'], format: FormatJson) {
  const head = [`${method} ${address}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return block('http', [head.join('\n'), ...(body === undefined ? [] : [await format(body)])].join('\n\n'));
}

function block(kind: string, text: string): string {
  return `\`\`\`${kind}\n${text}\n\`\`\``;
}
