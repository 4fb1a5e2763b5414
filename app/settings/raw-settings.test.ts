import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { faultsOf } from '~tests/servers/site-configuration';
import { OUTSIDE_THE_DEMO } from '~tests/servers/site-settings';
import { readConfiguration } from './configuration.server';
import { readOperatorSettings } from './operator-settings';
import { settingsOf } from './setting';
import { settings } from './settings';

const SECRETS = settingsOf(settings)
  .filter(({ isSecret }) => isSecret)
  .map(({ variable }) => variable);

function makeFile(content: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'joinery-secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'secret');
  writeFileSync(path, content);
  return path;
}

const long = (letter: string) => letter.repeat(32);

test('treats every confidential setting as a secret that a file can contain', () => {
  expect([...SECRETS].sort()).toEqual([
    'BACKEND_TOKEN',
    'BRAINTREE_PRIVATE_KEY',
    'DATABASE_URL',
    'GOOGLE_PLACES_KEY',
    'PEPPER',
    'SEGMENT_WRITE_KEY',
    'SESSION_SECRET',
    'SMTP_URL',
  ]);
});

test('reads a secret from its file, without the final line break, and hides it', () => {
  const read = (content: string) =>
    readConfiguration({ ...OUTSIDE_THE_DEMO, PEPPER_FILE: makeFile(content) }).peppers.map((one) => one.reveal());
  expect(read(`${long('b')},${long('a')}\n`)).toEqual([long('b'), long('a')]);
  expect(read(`${long('b')}\r\n`)).toEqual([long('b')]);
  expect(read(long('b'))).toEqual([long('b')]);
  const DATABASE_URL_FILE = makeFile('postgres://joinery:hunter2@db.example/joinery\n');
  const shared = { SESSION_SECRET_FILE: makeFile(long('s')), PEPPER_FILE: makeFile(long('p')) };
  const configuration = readConfiguration({ ...OUTSIDE_THE_DEMO, ...shared, DATABASE_URL_FILE });
  expect(configuration.databaseUrl?.reveal()).toBe('postgres://joinery:hunter2@db.example/joinery');
  expect(inspect(configuration, { depth: null })).not.toMatch(/hunter2|ssss|pppp/);
});

test('reads the same files in operators’ commands', () => {
  const { peppers } = readOperatorSettings({ PEPPER_FILE: makeFile(`${long('b')}\n`) });
  expect(peppers.map((one) => one.reveal())).toEqual([long('b')]);
  expect(() => readOperatorSettings({ SESSION_SECRET_FILE: '/nowhere' })).toThrow(
    'SESSION_SECRET_FILE: must be the path of a file that can be read',
  );
});

test.each(SECRETS)('rejects %s together with its file, and reports no other fault', (variable) => {
  const fault = `${variable}_FILE: must not be set beside ${variable}`;
  const faults = faultsOf({ [variable]: 'hunter2', [`${variable}_FILE`]: makeFile('hunter2') });
  expect(faults.filter((one) => one.startsWith(variable))).toEqual([fault]);
});

test('reports a missing or empty file as one fault', () => {
  const folder = join(makeFile(''), '..', 'folder');
  mkdirSync(folder);
  for (const path of ['/nowhere/secret', folder])
    expect(faultsOf({ NODE_ENV: 'production', DEMO: 'on', SESSION_SECRET_FILE: path })).toEqual([
      'SESSION_SECRET_FILE: must be the path of a file that can be read',
    ]);
  expect(faultsOf({ SESSION_SECRET_FILE: makeFile('\n') })).toEqual([
    'SESSION_SECRET_FILE: must be the path of a file that is not empty',
  ]);
});

test('reports invalid content under the file’s name, without the content', () => {
  expect(faultsOf({ PEPPER_FILE: makeFile('hunter2\n') })).toEqual([
    'PEPPER_FILE: must have at least 32 characters in each secret; number 1 has fewer',
  ]);
  expect(faultsOf({ PEPPER_FILE: makeFile(long('p')), BACKEND_URL: 'https://b.example' })).toEqual([
    'PEPPER_FILE: must be empty with BACKEND_URL: that backend stores the hashes',
  ]);
});
