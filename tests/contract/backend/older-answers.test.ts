import { readdirSync, readFileSync } from 'node:fs';
import { safe } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import type { BackendClient } from '~/backend/contract/client';
import { contract } from '~/backend/contract/contract';
import { serveByHand } from '~tests/fakes/handwritten-backend';

/**
 * Answers of earlier versions of the contract, as a backend gave them on the wire: today's client still reads each whole
 * (docs/backend-contract.md, "Change over time").
 */
interface Recorded {
  /** Its place in the contract, such as `registrations.pay`. */
  call: string;
  input: object;
  answer: { status: number; body: unknown };
  /** What the client of that version made of it: `done`, or the code of an error. */
  outcome: string;
}

const FOLDER = 'tests/contract/backend/answers';
const versions = readdirSync(FOLDER).map((file) => ({
  version: file.replace(/\.json$/, ''),
  recorded: JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Recorded[],
}));

function callOf(client: BackendClient, call: string): (input: object) => Promise<unknown> {
  const [group, name] = call.split('.') as [keyof BackendClient, string];
  return client[group][name as never] as (input: object) => Promise<unknown>;
}

describe.each(versions)('a backend of version $version', ({ version, recorded }) => {
  it.each(recorded)('$call, $answer.status, is still $outcome', async ({ call, input, answer, outcome }) => {
    const { client } = await serveByHand(() => answer);
    const { data, error } = await safe(callOf(client, call)(input));
    if (outcome === 'done') {
      expect(error).toBeNull();
      expect(data).toMatchObject(answer.body as object);
      return;
    }
    expect(error).toMatchObject({ code: outcome, defined: true });
    const { data: told } = error as unknown as { data: object | undefined };
    if (told !== undefined) expect(told).toMatchObject(withoutStatusAndMessage(answer.body as object));
  });

  if (version === '0.1') {
    it('answered 29 calls, and all are there still', () => {
      const calls = Object.entries(contract).flatMap(([group, own]) =>
        Object.keys(own).map((name) => `${group}.${name}`),
      );
      expect(recorded.filter(({ call }) => calls.includes(call))).toHaveLength(recorded.length);
      expect(new Set(recorded.filter(({ outcome }) => outcome === 'done').map(({ call }) => call)).size).toBe(29);
    });
  }
});

function withoutStatusAndMessage(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'status' && name !== 'message'));
}
