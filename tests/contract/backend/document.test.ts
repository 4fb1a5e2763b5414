import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { writeOpenApiDocument } from '~/backend/contract/openapi-document';
import { documentedOutcomes } from '~tests/servers/watch-operations';

const published = readFileSync('docs/backend.openapi.json', 'utf8');

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string }[];
  responses: Record<string, { content?: Record<string, { schema?: object }> }>;
}

const document = JSON.parse(published) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};
const operations = Object.entries(document.paths).flatMap(([path, calls]) =>
  Object.entries(calls).map(([method, operation]) => ({ path, method, ...operation })),
);

it('is what the contract says: where this fails, run `npm run openapi`', async () => {
  expect(await writeOpenApiDocument()).toBe(published);
});

it('describes every operation once, with a body for each way it can end', () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  const names = new Set(documentedOutcomes().map((outcome) => outcome.split(' ')[0]));
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual([...names].sort());
  for (const { operationId, responses } of operations)
    for (const [status, { content }] of Object.entries(responses))
      expect([operationId, status, Object.keys(content?.['application/json']?.schema ?? {}).length > 0]).toEqual([
        operationId,
        status,
        true,
      ]);
});

it('names each part of an address, and nothing that is not there', () => {
  for (const { path, parameters = [] } of operations) {
    const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    expect(inPath.sort()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort());
    expect(parameters.map(({ name }) => name)).not.toContain('authorization');
  }
});

it('refers to shapes that are there, lets answers hold more, and bears no envelope of ours', () => {
  const refs = [...published.matchAll(/"\$ref": "#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!);
  expect(published.match(/"\$ref"/g)).toHaveLength(refs.length);
  for (const name of Object.keys(document.components.schemas)) expect(refs).toContain(name);
  for (const name of refs) expect(document.components.schemas).toHaveProperty(name);
  expect(published).not.toContain('additionalProperties');
  expect(published).not.toMatch(/"defined"|"code": \{\s*"const"/);
  expect(published.length).toBeLessThan(175_000);
});
