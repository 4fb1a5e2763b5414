import { expect, it } from 'vitest';
import { COMMANDS } from '~/commands/operate/commands';
import { runBundle } from '~tests/servers/run-bundle';

it.each([...COMMANDS.keys()])('the bundle knows %s, in nothing but its own environment', (word) => {
  expect(runBundle([word, '--help'])).toEqual({
    status: 0,
    stdout: expect.stringContaining(`Usage: npm run ${word}`) as string,
    stderr: '',
  });
});

it('the bundle serves nobody when it is called by a word it does not know', () => {
  const { status, stdout, stderr } = runBundle(['paymets']);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain('There is no "paymets"');
  expect(stderr).toContain('payments');
});
