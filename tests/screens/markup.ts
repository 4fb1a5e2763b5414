import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { RecordedPage } from './recording';

/** The package exports the path of its jar, as a `String`. What it offers besides would download Java. */
const JAR = String(createRequire(import.meta.url)('vnu-jar'));

/** What the Nu HTML checker says of every page, and why it is nothing to mend (docs/decisions/0030). */
const NOTHING_TO_MEND = [
  // React writes `<br/>`. No attribute of ours is unquoted, which is what the checker warns of.
  /^Trailing slash on void elements has no effect/,
  // View transitions are newer than the checker's CSS. A browser without them skips the rule.
  /^CSS: Unrecognized at-rule “@view-transition”/,
];

interface Message {
  type: 'error' | 'info' | 'non-document-error';
  url?: string;
  message: string;
  extract?: string;
}

/**
 * Holds the pages against the HTML standard: one run of the Nu HTML checker over all of them.
 *
 * @returns what it says, errors, warnings and remarks alike, each once a screen
 * @throws Error where the checker could not do its work
 */
export function checkMarkup(pages: readonly RecordedPage[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'joinery-pages-'));
  try {
    const names = pages.map((recorded, index) => writePage(folder, recorded, index));
    const { stdout, stderr, error } = spawnSync(
      'java',
      [
        '-Xss2m',
        '-XX:TieredStopAtLevel=1',
        '-XX:+UseSerialGC',
        '-jar',
        JAR,
        '--format',
        'json',
        '--stdout',
        '--exit-zero-always',
        ...['--skip-non-html', folder],
      ],
      { encoding: 'utf8', maxBuffer: 1 << 28 },
    );
    if (error || stdout === '') throw new Error(`The Nu HTML checker did not run: ${stderr}`, { cause: error });
    const { messages } = JSON.parse(stdout) as { messages: Message[] };
    if (messages.some(({ type }) => type === 'non-document-error')) throw new Error(stdout.slice(0, 2000));
    const said = messages
      .filter(({ message }) => !NOTHING_TO_MEND.some((pattern) => pattern.test(message)))
      .map(({ url, message, extract }) => `${names.find((name) => name === basename(url!))}: ${message} ${extract}`);
    return [...new Set(said)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the file's name, which says what it is */
function writePage(folder: string, { screen, language, page }: RecordedPage, index: number): string {
  const name = `${index} ${language} ${page.status} ${screen.replace(/\W+/g, ' ').trim()}.html`;
  // The stylesheet is the same everywhere, and reading it takes longer than the page.
  writeFileSync(
    join(folder, name),
    index === 0 ? page.html : page.html.replace(/<style>[^]*?<\/style>/, '<style></style>'),
  );
  return name;
}
