import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { writeContractDocuments } from '../../../app/commands/run/openapi-files.mjs';
import { documentedOutcomes } from '~tests/servers/watch-operations';

const published = readFileSync('docs/backend.openapi.json', 'utf8');

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string }[];
  responses: Record<string, Response>;
}

type Response = { $ref: string } | { content?: Record<string, { schema?: object }> };

const document = JSON.parse(published) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: Record<string, Response> };
};
const operations = Object.entries(document.paths).flatMap(([path, calls]) =>
  Object.entries(calls).map(([method, operation]) => ({ path, method, ...operation })),
);

it('matches the contract, and so does the page of calls (`npm run openapi` updates both)', async () => {
  for (const [path, text] of Object.entries(await writeContractDocuments()))
    expect([path, readFileSync(path, 'utf8')]).toEqual([path, text]);
});

it('describes every operation once, with a body for each outcome', () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  const names = new Set(documentedOutcomes().map((outcome) => outcome.split(' ')[0]));
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual([...names].sort());
  for (const { operationId, responses } of operations)
    for (const [status, response] of Object.entries(responses))
      expect([operationId, status, Object.keys(schemaOf(response)).length > 0]).toEqual([operationId, status, true]);
});

function schemaOf(response: Response): object {
  const named = '$ref' in response ? document.components.responses[response.$ref.split('/').at(-1)!]! : response;
  return ('content' in named && named.content?.['application/json']?.schema) || {};
}

it('declares exactly the parameters of each path', () => {
  for (const { path, parameters = [] } of operations) {
    const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    expect(inPath.sort()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort());
    expect(parameters.map(({ name }) => name)).not.toContain('authorization');
  }
});

it('refers only to existing schemas, allows unknown fields in responses, and has no oRPC envelope', () => {
  const refs = [...published.matchAll(/"\$ref": "#\/components\/((?:schemas|responses)\/\w+)"/g)].map(([, at]) => at!);
  expect(published.match(/"\$ref"/g)).toHaveLength(refs.length);
  const { schemas, responses } = document.components;
  const named = Object.entries({ schemas, responses }).flatMap(([kind, all]) =>
    Object.keys(all).map((name) => `${kind}/${name}`),
  );
  expect([...new Set(refs)].sort()).toEqual(named.sort());
  expect(published).not.toContain('additionalProperties');
  expect(published).not.toMatch(/"defined"|"code": \{\s*"const"/);
  expect(published.length).toBeLessThan(230_000);
});
