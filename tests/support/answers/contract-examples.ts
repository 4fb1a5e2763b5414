import type { Example } from '~/backend/contract/example';
import { contract } from '~/backend/contract/contract';
import type { RecordedExchange } from '~tests/fakes/recording-proxy';

/** The headers that a document shows. */
const SHOWN = [
  'Accept-Language',
  'Authorization',
  'Idempotency-Key',
  'X-Activity',
  'X-Anonymous-Id',
  'X-Invite-Token',
  'X-Referrer-Key',
  'X-Registration-Key',
];
/** A list of packages or regions says enough by its first. */
const MOST_ENTRIES = 2;

/** What is another one in each run, by its key. */
const STABLE: Readonly<Record<string, string>> = {
  registrationKey: 'registration-key',
  clickToJoinToken: 'credentials-token',
  auth: 'sign-in-token',
  clientToken: 'eyJ2ZXJzaW9uIjoyfQ==',
  gaPayloadBase64: 'eyJldmVudCI6InB1cmNoYXNlIn0=',
  nonce: 'nonce-of-the-provider',
  transactionId: '9169a72e',
  transactionDateTime: '2026-03-01T12:00:00.000Z',
  orderNumber: '7K3-Q9X-TF2',
  agreedAt: '2026-03-01T12:00:00.000Z',
  date: '2027-03-01T12:00:00.000Z',
  segmentAnonymousId: 'visitor',
  inviteToken: 'invite-token',
  'X-Anonymous-Id': 'visitor',
  'X-Invite-Token': 'invite-token',
  'X-Registration-Key': 'registration-key',
};
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** One exchange of each kind, by operation in the order of the contract. Random values are the same in every run. */
export function examplesOf(exchanges: readonly RecordedExchange[]): Record<string, Example[]> {
  const examples = exchanges.map((exchange) => ({ exchange, ...readExchange(exchange) }));
  const chosen = operations().map(({ name, method, pattern }) => {
    const kinds = new Map<string, Example>();
    for (const { exchange, ...example } of examples) {
      const path = example.request.address.split('?', 1)[0]!;
      if (
        exchange.method === method &&
        pattern.test(path) &&
        operationAt(method, path) === name &&
        !kinds.has(kindOf(example))
      )
        kinds.set(kindOf(example), example);
    }
    return [name, [...kinds.values()].sort((one, other) => one.status - other.status)] as const;
  });
  return makeStable(Object.fromEntries(chosen));
}

function operations() {
  return Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls).map(([call, { '~orpc': operation }]) => ({
      name: `${group}.${call}`,
      method: operation.route.method!,
      pattern: new RegExp(`^${operation.route.path!.replace(/\{\w+\}/g, '[^/]+')}$`),
    })),
  );
}

/** A path without parameters goes before one with them. */
function operationAt(method: string, path: string): string | undefined {
  const fits = operations().filter((one) => one.method === method && one.pattern.test(path));
  return (fits.find(({ pattern }) => !pattern.source.includes('[^/]+')) ?? fits[0])?.name;
}

function readExchange({ method, address, headers, body, status, answer }: RecordedExchange): Example {
  const shown = SHOWN.flatMap((name) => {
    const value = headers[name.toLowerCase()];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const read: unknown = JSON.parse(answer);
  return {
    request: {
      method,
      address,
      headers: Object.fromEntries(shown),
      ...(body !== '' && { body: JSON.parse(body) as unknown }),
    },
    status,
    answer: Array.isArray(read) ? read.slice(0, MOST_ENTRIES) : read,
  };
}

/** Calls of a kind have the same fields in their bodies and the same outcome. */
function kindOf({ request: { body, address }, status, answer }: Example): string {
  const { sections } = (body ?? {}) as { sections?: string[] };
  const { state, status: told } = answer as { state?: string; status?: number };
  const refusal = status >= 400;
  return JSON.stringify([
    status,
    refusal ? null : [sections, Object.keys(body ?? {}).sort(), new URL(address, 'http://a').searchParams.size],
    state,
    told,
  ]);
}

function makeStable(examples: Record<string, Example[]>): Record<string, Example[]> {
  const stable = new Map<string, string>();
  let keys = 0;
  const written = JSON.stringify(examples, (key, value: unknown) => {
    if (typeof value !== 'string' || stable.has(value)) return value;
    const bearer = key === 'Authorization' && value.replace('Bearer ', '');
    if (bearer) stable.set(bearer, bearer.startsWith('demo-invite') ? 'invite-token' : 'credentials-token');
    const named = key === 'Idempotency-Key' ? `key-${++keys}` : STABLE[key];
    if (named !== undefined) stable.set(value, named);
    return value;
  });
  const replaced = [...stable].reduce((text, [random, named]) => text.replaceAll(random, named), written);
  const ids = [...new Set(replaced.match(UUID))];
  const number = (id: string) => (ids.indexOf(id) + 1).toString(16).padStart(8, '0');
  return JSON.parse(replaced.replace(UUID, (id) => `${number(id)}-5d1e-4c2b-9a37-0242ac120002`)) as never;
}
