import { z } from 'zod';
import { findMark } from '~/backend/schemas/reading';
import type { Example, Examples } from './example';
import { findOperation } from './contract';
import { CHAPTERS } from './operation-texts';

const HEAD = `# The calls of the backend contract

<!-- Written by \`npm run openapi\`. -->

[backend-contract.md](backend-contract.md) describes the rules for every call, and a payment. This page lists each call with its fields and
examples. A test recorded the examples from real requests (\`npm run contract-examples\`). Ids, tokens and times are made up, and lists show
their first two entries. \`{ "…": "as in a.call" }\` replaces totals that the page shows there.

A request always contains each **required** field. A response without one is treated as no response. An **expected** field may be missing,
but visitors notice. An **optional** one may be missing or null. A field inside an optional object is listed as optional.`;

/** Writes JSON as it appears in a document. */
type FormatJson = (value: unknown) => Promise<string>;

/** Writes docs/backend-calls.md. */
export async function writeCallsPage(examples: Examples, format: FormatJson): Promise<string> {
  const replaceTotals = makeTotalsReplacer();
  const blocks: string[] = [HEAD];
  // Sequential, because an example refers to earlier ones.
  for (const { title, calls } of CHAPTERS) {
    blocks.push(`## ${title}`);
    for (const [name, { description }] of Object.entries(calls)) {
      const shortened = (examples[name] ?? []).map((one) => ({ ...one, answer: replaceTotals(name, one.answer) }));
      blocks.push(`### \`${name}\``, description, showFields(name), ...(await showExamples(shortened, format)));
    }
  }
  return `${blocks.join('\n\n')}\n`;
}

/** Makes a function that replaces totals already shown on the page by a reference. */
function makeTotalsReplacer() {
  const shown = new Map<string, string>();
  const callsWithTotals = new Set<string>();
  return function replaceTotals(name: string, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => replaceTotals(name, one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        if (key !== 'totals') return [key, replaceTotals(name, inner)];
        const text = JSON.stringify(inner);
        const earlierCall = shown.get(text);
        if (earlierCall !== undefined) return [key, { '…': `as in ${earlierCall}` }];
        // Later examples refer to the first totals of a call.
        if (!callsWithTotals.has(name)) shown.set(text, name);
        callsWithTotals.add(name);
        return [key, inner];
      }),
    );
  };
}

function showFields(name: string): string {
  const { inputSchema, outputSchema } = findOperation(name.split('.')) ?? {};
  const parts = (inputSchema as { shape?: Partial<Record<'headers' | 'query' | 'body', unknown>> } | undefined)?.shape;
  const rows = [
    ...listBodies(parts?.headers).map((body) => rowOf('request headers', body, writeHeader)),
    ...listBodies(parts?.query).map((body) => rowOf('query', body)),
    ...listBodies(parts?.body).map((body) => rowOf('request', body)),
    ...listBodies(outputSchema).map((body) => rowOf('response', body)),
  ];
  return [
    '<!-- prettier-ignore -->',
    '| fields | required | expected | optional |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function rowOf(part: string, { sections, fields }: Body, write = (path: string) => path): string {
  const cell = (need: Body['fields'][number]['need']) =>
    fields.flatMap((field) => (field.need === need ? [`\`${write(field.path)}\``] : [])).join(', ');
  const title = sections === undefined ? part : `${part} \`${sections}\``;
  return `| ${title} | ${cell('required')} | ${cell('expected')} | ${cell('optional')} |`;
}

const writeHeader = (name: string) => name.replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());

/** Shows each accepted request with its response; for a rejected request, only the response. */
async function showExamples(examples: readonly Example[], format: FormatJson): Promise<string[]> {
  const shown = examples.map(async ({ request, status, answer }) => {
    const isRefusal = status >= 400;
    const answered = block(isRefusal ? `json ${status}` : 'json', await format(answer));
    return isRefusal ? [answered] : [await showRequest(request, format), answered];
  });
  return (await Promise.all(shown)).flat();
}

async function showRequest({ method, address, headers, body }: Example['request'], format: FormatJson) {
  const head = [`${method} ${address}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return block('http', [head.join('\n'), ...(body === undefined ? [] : [await format(body)])].join('\n\n'));
}

function block(kind: string, text: string): string {
  return `\`\`\`${kind}\n${text}\n\`\`\``;
}

/** How necessary a field is. An `expected` field has a substitute, but visitors notice its absence. */
type Need = 'required' | 'expected' | 'optional';

const NEEDS: readonly Need[] = ['required', 'expected', 'optional'];

interface Field {
  path: string;
  need: Need;
}

/** The fields of one variant of a body. */
interface Body {
  /** The sections that an update names. */
  sections: string | undefined;
  fields: Field[];
}

/** Lists the fields of each body that a schema accepts, except failures. */
function listBodies(schema: unknown): Body[] {
  if (schema === undefined) return [];
  const inner = unwrap(schema);
  if (inner instanceof z.ZodUnion) return inner.options.flatMap(listBodies);
  const fields = listFields(inner, '', 'required');
  return fields.length > 0 ? [{ sections: sectionsOf(inner), fields }] : [];
}

function listFields(schema: unknown, path: string, need: Need): Field[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) {
    const of = listFields(inner.element, `${path}[]`, need);
    return of.length === 1 && of[0]?.path === `${path}[]` ? [{ path, need }] : of;
  }
  if (!(inner instanceof z.ZodObject)) return [{ path, need }];
  return Object.entries(inner.shape).flatMap(([name, field]) => {
    const marked = findMark(field);
    const own: Need = marked ? 'expected' : z.safeParse(field, undefined).success ? 'optional' : 'required';
    const combined = NEEDS[Math.max(NEEDS.indexOf(need), NEEDS.indexOf(own))] ?? own;
    return listFields(marked ?? field, path === '' ? name : `${path}.${name}`, combined);
  });
}

/** Removes wrappers such as optional, nullable and default. */
function unwrap(schema: unknown): unknown {
  if (schema instanceof z.ZodPipe) return unwrap(schema.in);
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch;
  return isWrapper ? unwrap(schema.def.innerType) : schema;
}

function sectionsOf(schema: unknown): string | undefined {
  const sections: unknown = schema instanceof z.ZodObject ? unwrap(schema.shape.sections) : undefined;
  if (!(sections instanceof z.ZodArray)) return undefined;
  const { element } = sections;
  const names: unknown[] =
    element instanceof z.ZodEnum ? element.options : element instanceof z.ZodLiteral ? [...element.values] : [];
  return names.join(', ');
}
