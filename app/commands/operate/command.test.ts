import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callCommand } from '~tests/servers/call-command';
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

it('names an invalid setting without its value', async () => {
  const command = await COMMANDS.get('payments')!();
  const { code, said } = await callCommand(command, [], { DATABASE_URL: 'mysql://joinery:hunter2@localhost/joinery' });
  expect([code, said]).toEqual([2, expect.stringContaining('DATABASE_URL: must be an address')]);
  expect(said).not.toContain('hunter2');
});
