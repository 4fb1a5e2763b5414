import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callCommand } from '~tests/servers/call-command';
import { copyMigratedStore } from '~tests/servers/test-store';
import type { Command } from './command';
import { COMMANDS } from './commands';

const words = [...COMMANDS.keys()];

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'command-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe.each(words)('%s', (word) => {
  it.each(['--help', '-h'])('prints its usage for %s', async (option) => {
    const command = await COMMANDS.get(word)!();
    expect(await callCommand(command, [option])).toEqual({ code: 0, said: `${command.usage}\n` });
    expect(command.usage).toContain(`Usage: npm run ${word}`);
    expect(existsSync(option)).toBe(false);
  });

  it('rejects unknown options and extra arguments', async () => {
    const command = await COMMANDS.get(word)!();
    const refused = await callCommand(command, ['--nonsense']);
    expect(refused).toEqual({ code: 2, said: expect.stringContaining(`'--nonsense'`) as string });
    expect(refused.said).toContain(command.usage);
    expect(await callCommand(command, ['a', 'b', 'c', 'd'])).toEqual({ code: 2, said: `${command.usage}\n` });
  });
});

it.each([
  ['payments', []],
  ['privacy', ['export', 'ann@example.com']],
  ['privacy', ['erase', 'ann@example.com', '--by', 'ann', '--yes']],
  ['sessions', ['end', 'ann@example.com', '--by', 'ann', '--yes']],
  ['limits', ['clear', '192.0.2.1', '--by', 'ann']],
  ['actions', []],
  ['payments', ['find', 'ann@example.com']],
  ['payments', ['show', 'one-1']],
  ['payments', ['refund', 'one-1', '--by', 'ann', '--yes', '--no-mail']],
  ['backup', ['copy']],
  ['compact', []],
])('creates nothing in a folder without a store, for %s %s', async (word, args) => {
  const folder = makeFolder();
  const command = await COMMANDS.get(word)!();
  const answer = await callCommand(command, [...args, folder]);
  expect(answer).toEqual({ code: 2, said: expect.stringMatching(/(contains|has) no store/) as string });
  expect(readdirSync(folder)).toEqual([]);
});

it('reports a SQLite file without a store', async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'joinery.db'), '');
  const command = await COMMANDS.get('payments')!();
  expect(await callCommand(command, [folder])).toEqual({
    code: 2,
    said: `${folder} has no store of Joinery, or one of an earlier release. Check DATA_DIR, or start the server once.\n`,
  });
});

const BY = ['--by', 'ann'];
/** The commands with an optional FOLDER, and the arguments before it. */
const WITH_FOLDER: [string, string[]][] = [
  ['payments', []],
  ['payments find', ['ann@example.com']],
  ['payments show', ['one-1']],
  ['payments refund', ['one-1', ...BY, '--yes']],
  ['payments void', ['one-1', ...BY, '--yes']],
  ['payments reconcile', []],
  ['payments settlements', []],
  ['payments dealt-with', ['one-1', ...BY]],
  ['payments play', ['settle', 'one-1']],
  ['payments settled', ['one-1', ...BY]],
  ['payments voided', ['one-1', ...BY]],
  ['payments refunded', ['one-1', ...BY]],
  ['payments again', ['one-1', ...BY]],
  ['sessions end', ['ann@example.com', ...BY, '--yes']],
  ['mails list', []],
  ['mails retry', ['all', ...BY]],
  ['limits clear', ['192.0.2.1', ...BY]],
  ['actions', []],
  ['story', ['ann@example.com', ...BY]],
  ['privacy export', ['ann@example.com']],
  ['privacy erase', ['ann@example.com', ...BY, '--yes']],
  ['pepper', []],
  ['session-secret', []],
];

it.each(WITH_FOLDER)('rejects a folder that Postgres would ignore, for %s', async (name, args) => {
  const [word = '', ...rest] = name.split(' ');
  const command = await COMMANDS.get(word)!();
  const settings = {
    DATABASE_URL: 'postgres://joinery:hunter2@127.0.0.1:1/none',
    SESSION_SECRET: 's'.repeat(32),
    PEPPER: 'p'.repeat(32),
    SUPPORT_EMAIL: 'help@example.com',
  };
  const { code, said } = await callCommand(command, [...rest, ...args, '10.00'], settings);
  expect([code, said]).toEqual([2, expect.stringMatching(/^"10[.]00" is not allowed[^]+Usage: /)]);
  expect(said).not.toContain('hunter2');
});

describe('with BACKEND_URL', () => {
  /** The codes of commands that do a part of their work here; each of the others does nothing. */
  const LOCAL: Readonly<Record<string, number>> = {
    'sessions end': 0,
    'sessions end --links': 1,
    'limits clear': 0,
    actions: 0,
    story: 1,
    'privacy export': 1,
    'privacy erase': 1,
    pepper: 0,
    'session-secret': 0,
  };
  const END_LINKS: [string, string[]] = ['sessions end --links', ['ann@example.com', ...BY, '--yes']];
  const settings = {
    BACKEND_URL: 'https://backend.example',
    SESSION_SECRET: 's'.repeat(32),
    PEPPER: 'p'.repeat(32),
    SUPPORT_EMAIL: 'help@example.com',
  };

  it.each([...WITH_FOLDER, END_LINKS])('reports what is at that backend, for %s', async (name, args) => {
    const DATA_DIR = makeFolder();
    await copyMigratedStore(DATA_DIR);
    const [word = '', ...rest] = name.split(' ');
    const command = await COMMANDS.get(word)!();
    const { code, said } = await callCommand(command, [...rest, ...args], { ...settings, DATA_DIR });
    const place = 'BACKEND_URL is set: accounts, payments, mails and links are at that backend. Run this command there';
    expect([said.split('\n')[0], code]).toEqual(
      name in LOCAL
        ? [`${place}, too.`, LOCAL[name]]
        : [`${place}. Nothing was done. For the store of this process, set BACKEND_URL to an empty value.`, 2],
    );
  });

  it('reads the store of a folder like any other', async () => {
    const folder = makeFolder();
    await copyMigratedStore(folder);
    const payments = await COMMANDS.get('payments')!();
    expect(await callCommand(payments, [folder], settings)).toEqual({
      code: 0,
      said: 'No payment waits for an operator.\n',
    });
  });
});

it('covers every command with a folder', async () => {
  const list = (name: string, { usage, words = new Map() }: Command): string[] => [
    ...(/^Usage: .*\n?.*FOLDER\]/.test(usage) ? [name] : []),
    ...[...words].flatMap(([word, command]) => list(`${name} ${word}`, command)),
  ];
  const commands = await Promise.all(words.map(async (word) => list(word, await COMMANDS.get(word)!())));
  // These two reject Postgres, or verify a copy in a folder.
  const names = commands.flat().filter((name) => name !== 'backup' && name !== 'compact');
  expect(names.sort()).toEqual(WITH_FOLDER.map(([name]) => name).sort());
});

it('names an invalid setting without its value', async () => {
  const command = await COMMANDS.get('payments')!();
  const { code, said } = await callCommand(command, [], { DATABASE_URL: 'mysql://joinery:hunter2@localhost/joinery' });
  expect([code, said]).toEqual([2, expect.stringContaining('DATABASE_URL: must be an address')]);
  expect(said).not.toContain('hunter2');
});
