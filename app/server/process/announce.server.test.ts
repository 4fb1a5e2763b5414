import { expect, it, vi } from 'vitest';
import { announceReady, type StartSummary } from './announce.server';
import { readySentence } from './front-end.server';

const SUMMARY: StartSummary = {
  version: '1.2.3',
  commit: 'abc',
  demo: true,
  provider: 'sandbox',
  backend: 'embedded',
  store: 'sqlite',
  mail: 'outbox',
  flags: 'GROW365=treatment',
  rateLimit: 'on',
};
const DESCRIBED =
  'A demo of 1.2.3 (abc): payments sandbox, backend embedded, store sqlite, mail outbox, flags GROW365=treatment.';

function announce(isTTY: boolean, publicUrl: string, summary = SUMMARY) {
  const log = { info: vi.fn() };
  let said = '';
  const terminal = { isTTY, write: (text: string) => (said += text) };
  const ready = { configuration: { publicUrl }, port: 3000, adminPort: 9464, sentence: readySentence };
  announceReady(log, { ...ready, summary }, terminal);
  return { said, logged: log.info.mock.calls };
}

it('prints the URL and the running services to a terminal', () => {
  expect(announce(true, 'https://join.example.com')).toEqual({
    said: `Joinery is ready: https://join.example.com/app/join/signup (Ctrl-C stops it)\n${DESCRIBED}\n`,
    logged: [],
  });
});

it('reports that limits are off', () => {
  const off: StartSummary = { ...SUMMARY, rateLimit: 'off' };
  expect(announce(true, 'http://localhost:3000', off).said).toContain('flags GROW365=treatment, RATE_LIMIT off.');
  expect(announce(false, 'http://localhost:3000', off).logged).toMatchObject([[{ rateLimit: 'off' }, 'ready']]);
});

it('names the port that the system chose', () => {
  expect(announce(true, 'http://localhost:0').said).toContain('http://localhost:3000/app/join/signup');
});

it('writes a log line without a terminal', () => {
  expect(announce(false, 'http://localhost:3000')).toEqual({
    said: '',
    logged: [[{ address: 'http://localhost:3000', port: 3000, adminPort: 9464, ...SUMMARY }, 'ready']],
  });
});
