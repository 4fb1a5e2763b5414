import { isDeepStrictEqual } from 'node:util';
import { nameOfRequest, type Example, type Examples } from './example';
import { findOperation } from './contract';
import { getOperationText, PARAMETER_TEXTS, REFUSAL_TEXTS } from './operation-texts';

/** The part of an OpenAPI operation that this file fills. */
export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string }[];
  requestBody?: { content: Content };
  responses: Record<string, Response>;
  security?: object[];
  tags?: string[];
}

type Content = Record<string, { schema?: object; examples?: Record<string, { value: unknown }> }>;
type Response = { description: string; content?: Content } | { $ref: string };

const JSON_TYPE = 'application/json';
const CODE_OF_401 = 'UNAUTHORIZED';

/** Adds texts and examples to an operation, except to its error responses. */
export function describeOperation(operation: Operation, examples: readonly Example[]): void {
  const { tag, summary, description } = getOperationText(operation.operationId);
  Object.assign(operation, { tags: [tag], summary, description });
  for (const parameter of operation.parameters ?? []) {
    parameter.description = PARAMETER_TEXTS[parameter.name];
    // The default, which would take a kilobyte.
    if (parameter.required === false) delete parameter.required;
  }
  const accepted = examples.filter(({ status }) => status < 300);
  const sent = accepted.filter(({ request }) => request.body !== undefined);
  showExamples(
    operation.requestBody?.content,
    sent.map((one) => [nameOfRequest(one), one.request.body]),
  );
  for (const [status, response] of Object.entries(operation.responses))
    if (status.startsWith('2') && 'description' in response) {
      response.description = 'Success.';
      showExamples(
        response.content,
        accepted.map((one) => [nameOfAnswer(one), one.answer]),
      );
    }
}

/** Names a response by what varies within its call: the state of a payment, or the submitted sections. */
function nameOfAnswer(example: Example): string {
  const { state, status } = (example.answer ?? {}) as { state?: string; status?: number };
  return state ?? (status !== undefined && status >= 300 ? String(status) : nameOfRequest(example));
}

/** Adds the first value of each name as an example. */
function showExamples(content: Content | undefined, named: readonly (readonly [string, unknown])[]): void {
  const media = content?.[JSON_TYPE];
  if (!media || named.length === 0) return;
  media.examples = Object.fromEntries([...named].reverse().map(([name, value]) => [name, { value }]));
}

/**
 * Replaces error responses by references, and returns the referenced responses. Every call may return 401.
 *
 * @throws Error if two calls use the same code for different bodies
 */
export function takeRefusals(operations: readonly Operation[], examples: Examples): Record<string, Response> {
  const taken: Record<string, Response> = {
    [componentOf(CODE_OF_401)]: {
      description: textOf(CODE_OF_401),
      content: { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Refusal' } } },
    },
  };
  for (const { operationId, responses } of operations) {
    const errors = Object.entries<{ status?: number } | undefined>(
      findOperation(operationId.split('.'))?.errorMap ?? {},
    );
    for (const [code, error] of errors) {
      const status = String(error?.status);
      const response = responses[status];
      const isOnlyOne = errors.filter(([, other]) => other?.status === error?.status).length === 1;
      if (!response || !isOnlyOne) continue;
      const component = componentOf(code);
      const described = { ...response, description: textOf(code) };
      if (taken[component] && !isDeepStrictEqual(withoutExamples(taken[component]), described))
        throw new Error(`${operationId} uses ${code} for a different body than other calls`);
      taken[component] ??= structuredClone(described);
      const shown = (examples[operationId] ?? []).find((one) => String(one.status) === status);
      if (shown) addExample(taken[component], operationId, shown.answer);
      responses[status] = { $ref: `#/components/responses/${component}` };
    }
    responses['401'] ??= { $ref: `#/components/responses/${componentOf(CODE_OF_401)}` };
  }
  return taken;
}

function addExample(response: Response, operationId: string, value: unknown): void {
  const media = 'content' in response ? response.content?.[JSON_TYPE] : undefined;
  if (media) media.examples = { ...media.examples, [operationId]: { value } };
}

function withoutExamples(response: Response): unknown {
  return JSON.parse(JSON.stringify(response, (key, value: unknown) => (key === 'examples' ? undefined : value)));
}

function textOf(code: string): string {
  const text = REFUSAL_TEXTS[code];
  if (!text) throw new Error(`operation-texts.ts has no text of ${code}`);
  return text;
}

/** `PRICE_CHANGED` is `PriceChanged`. */
function componentOf(code: string): string {
  return code
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('');
}
