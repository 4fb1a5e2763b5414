import { expect, it } from 'vitest';
import { COMMANDS } from '~/commands/operate/commands';
import { runBundle, runBundledHelps } from '~tests/servers/run-bundle';

let helps: ReturnType<typeof runBundledHelps> | undefined;

it.each([...COMMANDS.keys()])('prints the usage of the bundled command %s without settings', (word) => {
  helps ??= runBundledHelps([...COMMANDS.keys()]);
  expect(helps.get(word)).toEqual({
    status: 0,
    stdout: expect.stringContaining(`Usage: npm run ${word}`) as string,
    stderr: '',
  });
});

it.each([
  // cspell:ignore paymets
  [['paymets'], 'Unknown command "paymets"'],
  [['--port=3001'], 'Unknown command "--port=3001"'],
  [['backend', '--port', '3001'], 'backend does not accept "--port 3001"'],
])('starts no server for unknown arguments: %s', (words, fault) => {
  const { status, stdout, stderr } = runBundle(words);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(fault);
  expect(stderr).toContain('payments');
});

it('lists its commands', () => {
  const { status, stdout } = runBundle(['--help']);
  expect(status).toBe(0);
  expect(stdout).toContain('backend');
  for (const word of COMMANDS.keys()) expect(stdout).toContain(word);
});
