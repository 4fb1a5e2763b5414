import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Tests a client generated from the document. */

interface Operation {
  operationId: string;
  requestBody?: { content: { 'application/json': { examples?: Record<string, { value: unknown }> } } };
  responses: Record<string, { content?: { 'application/json': { examples?: Record<string, { value: unknown }> } } }>;
}

const document = JSON.parse(readFileSync('docs/backend.openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.values(document.paths).flatMap((calls) => Object.values(calls));

/** Writes code that uses an operation's request and response types, and checks that neither is `any` or `unknown`. */
function writeUse({ operationId, requestBody, responses }: Operation): string {
  const operation = `operations[${JSON.stringify(operationId)}]`;
  const answer = `${operation}['responses'][200]['content']['application/json']`;
  const body = `NonNullable<${operation}['requestBody']>['content']['application/json']`;
  const valuesOf = (examples: Record<string, { value: unknown }> = {}) =>
    Object.values(examples).map(({ value }) => value);
  return [
    `known<${answer}>(true);`,
    ...valuesOf(responses[200]?.content?.['application/json'].examples).map(
      (value) => `use<${answer}>(${JSON.stringify(value)});`,
    ),
    ...(requestBody ? [`known<${body}>(true);`] : []),
    ...valuesOf(requestBody?.content['application/json'].examples).map(
      (value) => `use<${body}>(${JSON.stringify(value)});`,
    ),
  ].join('\n');
}

const PREAMBLE = `
import type { operations } from './backend';
declare function use<T>(value: T): void;
declare function known<T>(isKnown: unknown extends T ? false : true): void;
`;

/** A program with an invalid request. */
const MISUSE = `use<operations['registrations.create']['requestBody']>({ content: { 'application/json': { parent: 1 } } });`;

/** Parts that a body needs for each of its sections. */
const PARTS_BY_SECTION: Readonly<Record<string, readonly string[]>> = {
  PARENT: ['parent'],
  ADDRESS: ['address'],
  FAMILY: ['coParent', 'children'],
  REFERRAL: ['referral'],
  SECURITY_QUESTION: ['securityQuestion', 'securityAnswer'],
  SECURITY_CODE: ['securityCode', 'confirmCode'],
};

/** Returns programs that each omit one part of a body with sections. */
function leaveOutParts({ operationId, requestBody }: Operation): [string, string][] {
  const media = requestBody?.content['application/json'];
  return Object.entries(media?.examples ?? {}).flatMap(([name, { value }]) => {
    const { sections = [] } = value as { sections?: string[] };
    const parts = sections.flatMap((section) => PARTS_BY_SECTION[section] ?? []);
    return parts.map((part): [string, string] => {
      const body = `NonNullable<operations['${operationId}']['requestBody']>['content']['application/json']`;
      const lacking = JSON.stringify({ ...(value as object), [part]: undefined });
      return [`${operationId}-${name}-${part}`, `use<${body}>(${lacking});`];
    });
  });
}

/** @returns the compiler's errors for each of these programs */
async function compile(programs: Record<string, string>): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  try {
    writeFileSync(join(folder, 'backend.ts'), astToString(await openapiTS(document as never, { silent: true })));
    const files = Object.entries(programs).map(([name, text]) => ({ name, path: join(folder, `${name}.ts`), text }));
    for (const { path, text } of files) writeFileSync(path, PREAMBLE + text);
    const options = { strict: true, noEmit: true, skipLibCheck: true, types: [], lib: ['lib.es2022.d.ts'] };
    const program = ts.createProgram(
      files.map(({ path }) => path),
      { ...options, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
    );
    const all = ts.getPreEmitDiagnostics(program);
    const errorsOf = (path: string) =>
      all
        .filter(({ file }) => file === undefined || file.fileName === path || file.fileName.endsWith('backend.ts'))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    return Object.fromEntries(files.map(({ name, path }) => [name, errorsOf(path).join('\n')]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('compiles with typed inputs and outputs, accepts real requests and rejects others', async () => {
  expect(operations.length).toBeGreaterThan(25);
  const errors = await compile({ use: operations.map(writeUse).join('\n'), misuse: MISUSE });
  expect(errors).toEqual({ use: '', misuse: expect.stringMatching(/not assignable/) as string });
}, 60_000);

it('rejects a body that lacks a part of its sections', async () => {
  const programs = Object.fromEntries(operations.flatMap(leaveOutParts));
  expect(Object.keys(programs)).toEqual(
    expect.arrayContaining(['registrations.update-parent-address-address', 'parents.update-parent-address-address']),
  );
  const errors = await compile(programs);
  expect(Object.keys(programs).filter((name) => !/not assignable/.test(errors[name] ?? ''))).toEqual([]);
}, 60_000);
