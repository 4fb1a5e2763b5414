import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { examplesOf } from '~tests/answers/contract-examples';
import { recordContract } from '~tests/walks/record-contract';

const FILE = 'docs/backend.examples.json';

it('shows only bodies that are really sent: where this fails, run `npm run contract-examples`', async () => {
  const examples = examplesOf(await recordContract());
  if (process.env.RECORD === 'on') writeFileSync(FILE, `${JSON.stringify(examples, null, 2)}\n`);
  expect(examples).toEqual(JSON.parse(readFileSync(FILE, 'utf8')));
}, 60_000);
