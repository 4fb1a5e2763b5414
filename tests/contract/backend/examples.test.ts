import { readFileSync } from 'node:fs';
import type { ErrorMap } from '@orpc/contract';
import { describe, expect, it } from 'vitest';
import { contract, findOperation } from '~/backend/contract/contract';

/** The examples of docs/backend-calls.md must match the contract exactly. */

const text = readFileSync('docs/backend-calls.md', 'utf8');
const sections = text
  .split(/^### (?=`)/m)
  .slice(1)
  .map((section) => ({
    name: /^`([\w.]+)`/.exec(section)![1]!,
    blocks: [...section.matchAll(/^```(\w+)(?: (\d+))?\n(.*?)^```$/gms)].map(([, kind, status, block]) => ({
      kind: kind!,
      status: status === undefined ? 200 : Number(status),
      block: block!,
    })),
  }));

/** The totals that other examples refer to, by call. */
const shownTotals = new Map(
  sections.map(({ name, blocks }) => [
    name,
    /"totals": (\{\s*"(?!…)[^}]*\})/.exec(blocks.map(({ block }) => block).join())?.[1],
  ]),
);

/** Replaces a reference to another example's totals. */
function resolveTotals(_key: string, value: unknown): unknown {
  const reference = (value as Record<string, unknown> | null)?.['…'];
  if (typeof reference !== 'string') return value;
  const totals = shownTotals.get(reference.replace('as in ', ''));
  expect([reference, totals !== undefined]).toEqual([reference, true]);
  return JSON.parse(totals!) as unknown;
}

/** Returns a request example as contract input. */
function readRequest(block: string, path: string) {
  const [head = '', body] = block.split('\n\n', 2);
  const [first = '', ...lines] = head.trim().split('\n');
  const [method, address = ''] = first.split(' ');
  const url = new URL(address, 'http://backend.test');
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const values = new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(url.pathname);
  expect([first, values !== null]).toEqual([first, true]);
  const headers = lines.map((line) => line.split(': ', 2) as [string, string]);
  return {
    method,
    input: {
      ...(names.length > 0 && { params: Object.fromEntries(names.map((name, at) => [name, values![at + 1]])) }),
      ...(url.search && { query: Object.fromEntries(url.searchParams) }),
      ...(headers.length > 0 && {
        headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
      }),
      ...(body !== undefined && { body: JSON.parse(body) as unknown }),
    },
  };
}

/** Expects parsing to return the example unchanged, without unknown fields. An omitted optional field becomes null. */
async function expectFits(schema: { '~standard': { validate(value: unknown): unknown } }, example: unknown) {
  const result = (await schema['~standard'].validate(example)) as { value?: unknown; issues?: unknown };
  expect(result.issues).toBeUndefined();
  expect(result.value).toMatchObject(example as object);
  expect(unknownIn(example, result.value)).toEqual([]);
}

/** Returns the fields of an example that parsing dropped. */
function unknownIn(example: unknown, read: unknown): string[] {
  if (typeof example !== 'object' || example === null || typeof read !== 'object' || read === null) return [];
  return Object.entries(example).flatMap(([key, value]) =>
    key in read ? unknownIn(value, (read as Record<string, unknown>)[key]) : [key],
  );
}

it('has a section for every call', () => {
  const names = Object.entries(contract).flatMap(([group, calls]) =>
    Object.keys(calls).map((call) => `${group}.${call}`),
  );
  expect(sections.map(({ name }) => name).sort()).toEqual(names.sort());
});

describe.each(sections)('the examples of $name', ({ name, blocks }) => {
  const operation = findOperation(name.split('.'))!;

  it('match the contract', async () => {
    const requests = blocks.filter(({ kind }) => kind === 'http');
    const answers = blocks.filter(({ kind }) => kind === 'json');
    expect(requests.length).toBeGreaterThan(0);
    for (const { block } of requests) {
      const { method, input } = readRequest(block, operation.route.path!);
      expect(method).toBe(operation.route.method);
      const taken = operation.inputSchema as unknown as { shape: object };
      // The example may omit an optional group.
      const empty = Object.fromEntries(Object.keys(taken.shape).map((part) => [part, {}]));
      const { value, issues } = (await operation.inputSchema!['~standard'].validate({ ...empty, ...input })) as never;
      expect(issues).toBeUndefined();
      expect(value).toMatchObject(input);
      expect(JSON.stringify(value).length).toBe(JSON.stringify({ ...empty, ...input }).length);
    }

    expect(answers[0]?.status).toBe(200);
    for (const { status, block } of answers) {
      const example = JSON.parse(block, resolveTotals) as unknown;
      if (status === 200) await expectFits(operation.outputSchema!, example);
      else {
        const documented = Object.values(operation.errorMap as ErrorMap).filter((error) => error?.status === status);
        expect([status, documented.length > 0]).toEqual([status, true]);
        const data = documented.find((error) => error?.data)?.data;
        if (data) await expectFits(data, example);
        else expect(example).toEqual({ status, message: expect.any(String) as string });
      }
    }
  });
});
