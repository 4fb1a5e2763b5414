import { expect, it, vi } from 'vitest';
import { announceReady } from './announce.server';
import { readySentence } from './front-end.server';
import type { StartSummary } from './start-summary';

const SUMMARY: StartSummary = {
  version: '1.2.3',
  commit: 'abc',
  demo: true,
  provider: 'sandbox',
  backend: 'embedded',
  store: 'sqlite',
  mail: 'outbox',
  flags: 'GROW365=treatment',
};
const DESCRIBED =
  'A demo of 1.2.3 (abc): payments sandbox, backend embedded, store sqlite, mail outbox, flags GROW365=treatment.';

function announce(isTTY: boolean, publicUrl: string) {
  const log = { info: vi.fn() };
  let said = '';
  const terminal = { isTTY, write: (text: string) => (said += text) };
  const ready = { configuration: { publicUrl }, port: 3000, adminPort: 9464, sentence: readySentence };
  announceReady(log, { ...ready, summary: SUMMARY }, terminal);
  return { said, logged: log.info.mock.calls };
}

it('tells a terminal the address to open and what runs, a sentence each', () => {
  expect(announce(true, 'https://join.example.com')).toEqual({
    said: `Joinery is ready: https://join.example.com/app/join/signup (Ctrl-C stops it)\n${DESCRIBED}\n`,
    logged: [],
  });
});

it('names the port that the system chose', () => {
  expect(announce(true, 'http://localhost:0').said).toContain('http://localhost:3000/app/join/signup');
});

it('tells everybody else with a line of the log', () => {
  expect(announce(false, 'http://localhost:3000')).toEqual({
    said: '',
    logged: [[{ address: 'http://localhost:3000', port: 3000, adminPort: 9464, ...SUMMARY }, 'ready']],
  });
});
