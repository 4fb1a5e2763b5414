import { ADDRESS } from '~/steps/billing';
import { OpenAPIGenerator, type ConditionalSchemaConverter } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { contract, CONTRACT_VERSION } from './contract';
import { describeOperation, takeRefusals, type Operation } from './openapi-operation';
import type { Examples } from './example';
import { CHAPTERS } from './operation-texts';
import { validationErrors, statusAnswer } from '~/backend/schemas/answers';
import { inviteContext } from '~/backend/schemas/invites';
import { offeredPackage, listItem } from '~/backend/schemas/offers';
import {
  paidPayment,
  paidRegistration,
  paymentAnswer,
  paymentState,
  registrationPaymentRequest,
  receipt,
  refusedPayment,
} from '~/backend/schemas/payments';
import { coParentBody, parentBody } from '~/backend/schemas/people';
import {
  boughtOrder,
  couponDetail,
  orderBody,
  paidTotals,
  paymentCodeDetail,
  pricingInfo,
  pricingRequest,
  totals,
} from '~/backend/schemas/prices';

/** Schemas that several calls share. The document contains each once, under its name. */
const SHARED = {
  ValidationErrors: validationErrors,
  Parent: parentBody,
  Address: ADDRESS.body,
  Order: orderBody,
  BoughtOrder: boughtOrder,
  Totals: totals,
  PaidTotals: paidTotals,
  CouponDetail: couponDetail,
  PaymentCodeDetail: paymentCodeDetail,
  Receipt: receipt,
  PaidRegistration: paidRegistration,
  PricingRequest: pricingRequest,
  PricingInfo: pricingInfo,
  PaymentRequest: registrationPaymentRequest,
  PaymentDetails: registrationPaymentRequest.shape.payment,
  CoParent: coParentBody,
  PaymentAnswer: paymentAnswer,
  PaidPayment: paidPayment,
  PaymentState: paymentState,
  RefusedPayment: refusedPayment,
  InviteContext: inviteContext,
  StatusAnswer: statusAnswer,
  OfferedPackage: offeredPackage,
  ListItem: listItem,
};

const REFUSAL_REF = { $ref: '#/components/schemas/Refusal' } as const;
const REFUSAL = {
  type: 'object',
  properties: { status: { type: 'integer' }, message: { type: 'string' } },
  required: ['status', 'message'],
} as const;

const converter = new ZodToJsonSchemaConverter();
/** Describes responses as a backend sends them, before the front end reads them. */
const AS_SENT: ConditionalSchemaConverter = {
  condition: (schema) => converter.condition(schema),
  convert: (schema, options) => converter.convert(schema as never, { ...options, strategy: 'input' }),
};

const INFO = {
  title: 'The backend of the co-parenting sign-up',
  version: CONTRACT_VERSION,
  description:
    'The calls that the front end makes to a backend. Money is in minor units (cents, pence). Responses may contain more fields than listed here. Every call carries X-Request-Id. See docs/backend-contract.md.',
  contact: { name: 'The owner of the front end' },
  license: { name: 'Not open source', identifier: 'LicenseRef-UNLICENSED' },
};

const SERVERS = [
  {
    url: '{BACKEND_URL}',
    description: 'BACKEND_URL of the front end. `npm run backend` serves the embedded backend at the default.',
    variables: {
      BACKEND_URL: {
        default: 'http://localhost:4000',
        description: 'May have a path, which precedes those of the calls.',
      },
    },
  },
];

/**
 * Writes the OpenAPI 3.1 document that is stored in `docs/backend.openapi.json`.
 *
 * @param examples the examples of each call (docs/backend.examples.json)
 */
export async function writeOpenApiDocument(examples: Examples): Promise<string> {
  const generator = new OpenAPIGenerator({ schemaConverters: [AS_SENT] });
  const document = await generator.generate(contract, {
    info: INFO,
    servers: SERVERS,
    tags: CHAPTERS.map(({ title, description }) => ({ name: title, description })),
    commonSchemas: Object.fromEntries(Object.entries(SHARED).map(([name, schema]) => [name, { schema }])),
    // Matches http-handler.server.ts: either only an error's data, or a status and a message.
    customErrorResponseBodySchema: (errors) => {
      const bodies = errors.map(([, , hasData, data]) => (hasData && typeof data === 'object' ? data : REFUSAL_REF));
      return bodies.length === 1 ? bodies[0] : { anyOf: bodies };
    },
  });
  const operations = Object.values(document.paths ?? {}).flatMap((calls) => Object.values(calls ?? {})) as Operation[];
  for (const operation of operations) {
    describeSecurity(operation);
    describeOperation(operation, examples[operation.operationId] ?? []);
  }
  // The document's types lack `mutualTLS`, which OpenAPI 3.1 has.
  Object.assign((document.components ??= {}), {
    securitySchemes: SECURITY_SCHEMES,
    responses: takeRefusals(operations, examples),
  });
  Object.assign((document.components.schemas ??= {}), { Refusal: REFUSAL });
  document.security = [{ frontEndToken: [] }, { clientCertificate: [] }, {}];
  return `${JSON.stringify(document, withoutNoise, 2)}\n`;
}

const inHeader = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description }) as const;

const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An invite token, or the clickToJoinToken of a payment.' },
  registrationKey: inHeader('X-Registration-Key', 'The registrationKey of registrations.create.'),
  inviteToken: inHeader('X-Invite-Token', 'An invite token, without Bearer.'),
  frontEndToken: inHeader('X-Front-End-Token', 'BACKEND_TOKEN of the front end, if it is set. On every call.'),
  clientCertificate: {
    type: 'mutualTLS',
    description: 'BACKEND_CLIENT_CERT_FILE of the front end, if it is set.',
  },
} as const;

/** Security schemes by their header. */
const SCHEME_OF_HEADER: Readonly<Record<string, keyof typeof SECURITY_SCHEMES>> = {
  authorization: 'bearer',
  'x-registration-key': 'registrationKey',
  'x-invite-token': 'inviteToken',
};

/** Headers that authorise a call are security schemes; OpenAPI even ignores a parameter named Authorization. */
function describeSecurity(operation: Operation): void {
  const { parameters = [] } = operation;
  const schemes = parameters.flatMap(({ name, in: place }) => (place === 'header' && SCHEME_OF_HEADER[name]) || []);
  if (schemes.length === 0) return;
  operation.parameters = parameters.filter(({ name, in: place }) => place !== 'header' || !SCHEME_OF_HEADER[name]);
  // The caller's token, and the front end's token or certificate if one is agreed.
  const own = Object.fromEntries(schemes.map((scheme) => [scheme, []]));
  operation.security = [{ ...own, frontEndToken: [] }, { ...own, clientCertificate: [] }, own];
}

/**
 * Drops safe-integer bounds, which would hide meaningful ones, and the variant of an absent body, which would make a client's type
 * `unknown`.
 */
function withoutNoise(key: string, value: unknown): unknown {
  const isBound = key === 'minimum' || key === 'maximum';
  if (isBound && typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER) return undefined;
  const choices = (value as { anyOf?: unknown } | null)?.anyOf;
  const some = Array.isArray(choices) ? choices.filter((one) => JSON.stringify(one) !== '{"not":{}}') : [];
  return Array.isArray(choices) && some.length < choices.length
    ? some.length === 1
      ? some[0]
      : { anyOf: some }
    : value;
}
