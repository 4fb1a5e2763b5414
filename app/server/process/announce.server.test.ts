import { expect, it, vi } from 'vitest';
import { announceReady } from './announce.server';
import { readySentence } from './front-end.server';

function announce(isTTY: boolean, publicUrl: string) {
  const log = { info: vi.fn() };
  let said = '';
  const terminal = { isTTY, write: (text: string) => (said += text) };
  announceReady(log, { configuration: { publicUrl }, port: 3000, adminPort: 9464, sentence: readySentence }, terminal);
  return { said, logged: log.info.mock.calls };
}

it('tells a terminal the address to open, in a sentence', () => {
  expect(announce(true, 'https://join.example.com')).toEqual({
    said: 'Joinery is ready: https://join.example.com/app/join/signup (Ctrl-C stops it)\n',
    logged: [],
  });
});

it('names the port that the system chose', () => {
  expect(announce(true, 'http://localhost:0').said).toContain('http://localhost:3000/app/join/signup');
});

it('tells everybody else with a line of the log', () => {
  expect(announce(false, 'http://localhost:3000')).toEqual({
    said: '',
    logged: [[{ address: 'http://localhost:3000', port: 3000, adminPort: 9464 }, 'ready']],
  });
});
