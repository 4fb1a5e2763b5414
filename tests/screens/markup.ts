import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { RecordedPage } from './recording';

/** The package exports its jar's path as a `String`; its own runner would download Java. */
const JAR = String(createRequire(import.meta.url)('vnu-jar'));

/** Messages to ignore, with reasons (docs/decisions/0030). */
const NOTHING_TO_MEND = [
  // React writes `<br/>`, which is only a problem with unquoted attributes. We have none.
  /^Trailing slash on void elements has no effect/,
];

interface Message {
  type: 'error' | 'info' | 'non-document-error';
  url?: string;
  message: string;
  extract?: string;
}

/**
 * One run of the Nu HTML checker over all pages.
 *
 * @returns its errors, warnings and remarks, each once per screen
 * @throws Error where the checker failed
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

/** @returns the file's name, which identifies the page */
function writePage(folder: string, { screen, language, page }: RecordedPage, index: number): string {
  const name = `${index} ${language} ${page.status} ${screen.replace(/\W+/g, ' ').trim()}.html`;
  // Without the stylesheet, which is the same everywhere and slow to check.
  writeFileSync(
    join(folder, name),
    index === 0 ? page.html : page.html.replace(/<style>[^]*?<\/style>/, '<style></style>'),
  );
  return name;
}
