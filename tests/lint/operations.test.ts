import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { COMMANDS } from '~/commands/operate/commands';
import { isExperiment } from '~/domain/experiments';
import { LONGEST_STOP_MS } from '~/lib/stop-times';
import { LIMITS } from '~/server/services/limits.server';
import { server } from '~/settings/server';
import { defaultOf } from '~/settings/setting';
import { REQUIRED_IN_PRODUCTION, SETTING_NAMES } from '~/settings/settings';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(root + path, 'utf8');
const PAGES = readdirSync(`${root}docs/operations`).map((name) => `docs/operations/${name}`);
const DOCUMENTS = [...PAGES, 'docs/runbooks.md', 'SECURITY.md'];
const OTHERS = [
  // These are variables of compose.yaml and of example commands.
  ...['SITE_HOST', 'SITE_ADDRESS', 'POSTGRES_PASSWORD', 'POSTGRES_DB', 'JOINERY_TAG', 'ORDER_ID', 'NEW_URL'],
  // OpenTelemetry's library reads these.
  ...['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER'],
  // Node and the C library read these.
  ...['NODE_OPTIONS', 'MALLOC_ARENA_MAX'],
];
const sources = listSources().map(read).join('\n');

function listSources(): string[] {
  return readdirSync(`${root}app`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => `app/${path}`);
}

/** Returns the texts between backticks, without code blocks. */
function quotesIn(path: string): string[] {
  const text = read(path).replace(/^```.*?^```/gms, '');
  return [...text.matchAll(/`([^`]+)`/g)].map(([, quote]) => quote!.replace(/\s+/g, ' '));
}

/** Returns whether a quote is a log message: three words or more that are not a command. */
function isSentence(quote: string): boolean {
  return /^[a-z]+( [a-z':-]+){2,}$/i.test(quote) && !/^(npm|node|docker|kubectl|systemctl) |^v=/.test(quote);
}

describe.each(DOCUMENTS)('%s', (path) => {
  it('quotes only messages in the source code', () => {
    const messages = quotesIn(path).filter(isSentence);
    expect(messages.filter((message) => !sources.includes(message))).toEqual([]);
  });

  it('names only existing metrics and settings', () => {
    const metrics = [...read(path).matchAll(/joinery_[a-z_]*[a-z]/g)].map(([name]) => name);
    expect(metrics.filter((name) => !sources.includes(`'${name}'`))).toEqual([]);
    const settings = quotesIn(path).flatMap((quote) => /^([A-Z]+(?:_[A-Z\d]+)+)(?:=.*)?$/.exec(quote)?.[1] ?? []);
    const isKnown = (name: string) => [...SETTING_NAMES, ...OTHERS].includes(name) || isExperiment(name);
    expect(settings.filter((name) => !isKnown(name))).toEqual([]);
  });

  it('names only existing commands', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const scriptNames = [...read(path).matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name!);
    expect(scriptNames.filter((name) => !(name in scripts))).toEqual([]);
    const words = [...read(path).matchAll(/build\/server\/index\.js ([a-z][\w-]*)/g)].map(([, word]) => word!);
    expect(words.filter((word) => word !== 'backend' && !COMMANDS.has(word))).toEqual([]);
  });
});

it('limits the pages to 5,500 words', () => {
  const words = PAGES.flatMap((path) => read(path).match(/\S*\w\S*/g) ?? []);
  expect(words.length).toBeLessThan(5_500);
  expect(words.length).toBeGreaterThan(1_000);
});

it('allows the longest possible stop before SIGKILL', () => {
  const texts = [read('docs/operations/deploying.md'), read('docs/runbooks.md')].join('\n');
  const named = [...texts.matchAll(/(\d+) s (?:before )?SIGKILL/g)].map(([, seconds]) => Number(seconds) * 1000);
  expect(named).toHaveLength(2);
  for (const ms of named) expect(ms).toBeGreaterThan(defaultOf(server.stopDelayMs) + LONGEST_STOP_MS);
});

it('lists the rate limits of the server', () => {
  const rows = read('docs/operations/people.md').matchAll(
    /^\| `(\w+)` +\|.*\| (\d+) (an hour|in 24 hours) +\| (\d+) (an hour|in 24 hours) +\|$/gm,
  );
  const seconds = (within: string | undefined) => (within === 'an hour' ? 3600 : 24 * 3600);
  const written = Object.fromEntries(
    [...rows].map(([, name, browser, browserWithin, address, addressWithin]) => [
      name,
      {
        visitor: { points: Number(browser), duration: seconds(browserWithin) },
        address: { points: Number(address), duration: seconds(addressWithin) },
      },
    ]),
  );
  expect(written).toEqual(LIMITS);
});

it('names every setting that production requires', () => {
  const [paragraph = ''] = /\*\*Required in production\*\*.*?\n- /s.exec(read('docs/operations/first-start.md')) ?? [];
  // The paragraph names only the first of the phones and of the main product's pages.
  const each = REQUIRED_IN_PRODUCTION.filter((name) => name === 'PUBLIC_URL' || !/_URL$|^SUPPORT_PHONE_/.test(name));
  expect(each.filter((name) => !paragraph.includes(`\`${name}\``))).toEqual([]);
  expect(each).toContain('TERMS_VERSION');
  const [outside = ''] = /\*\*Required outside the demo\*\*.*?\n- /s.exec(read('docs/operations/first-start.md')) ?? [];
  for (const name of ['PAYMENT_PROVIDER', 'SMTP_URL', 'MAIL_FROM', 'SMTP=off'])
    expect(outside).toContain(`\`${name}\``);
});

it('keeps the arguments of commands, such as an e-mail, out of the journal', () => {
  // Without a description, systemd-run logs the whole command line.
  const commands = PAGES.flatMap((path) => quotesIn(path)).filter((quote) => /^systemd-run .+ node /.test(quote));
  expect(commands.length).toBeGreaterThan(0);
  expect(commands.filter((command) => !/ --description=[\w-]+ .*node /.test(command))).toEqual([]);
});

it('keeps the release before at every documented upgrade under systemd', () => {
  const [, command] = /`([^`]*mv \/opt\/joinery\.new [^`]*)`/.exec(read('docs/operations/deploying.md')) ?? [];
  const folder = mkdtempSync(`${tmpdir()}/upgrade-`);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const install = (name: string, release: string) => {
    mkdirSync(`${folder}/${name}`);
    writeFileSync(`${folder}/${name}/release`, release);
  };
  const releaseOf = (name: string) => readFileSync(`${folder}/${name}/release`, 'utf8');
  install('joinery', '1');
  for (const release of ['2', '3']) {
    install('joinery.new', release);
    const upgrade = command!.replaceAll('/opt/', `${folder}/`).replace('systemctl restart', 'true');
    expect(spawnSync('sh', ['-c', upgrade], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    expect([releaseOf('joinery'), releaseOf('joinery.old')]).toEqual([release, String(Number(release) - 1)]);
  }
});
