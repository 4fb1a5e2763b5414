/**
 * Defines the allowed imports, which docs/architecture.md shows as a table and a diagram. Each room lists the rooms that it may import. All
 * other imports are errors.
 */
const tests = '[.]test[.]tsx?$';

/** A room may import itself and the listed rooms. Names are paths below `app/`; a name that ends in `/` is a folder. */
const room = (name, allowed, comment) => ({
  name: `${name.replace(/\/$/, '').replaceAll('/', '-')}-imports`,
  comment,
  severity: 'error',
  from: { path: `^app/${name}`, pathNot: tests },
  to: { path: '^(app|server[.]ts|tests)', pathNot: [name, ...allowed].map((one) => `^app/${one}`) },
});

/** Only types may be imported from there: they are removed from the running code. */
const onlyTypes = (from, to, comment) => ({
  name: `${from.replace(/\/$/, '').replaceAll('/', '-')}-takes-types-of-${to.replace(/\/$/, '').replaceAll('/', '-')}`,
  comment,
  severity: 'error',
  from: { path: `^app/${from}`, pathNot: tests },
  to: { path: `^app/${to}`, dependencyTypesNot: ['type-only'] },
});

const PORTS = [
  'payments/(port|records-port|browser-port|approval-page)[.]ts',
  'addresses/port[.]ts',
  'analytics/port[.]ts',
];
const BACKEND = ['backend/contract/', 'backend/schemas/', 'backend/[^/]+[.]ts'];
const RULES = ['domain/', 'reference/', 'steps/', 'journeys/', 'i18n/'];
const BELOW_THE_SERVER = [
  'components/',
  'domain/',
  'i18n/',
  'journeys/',
  'lib/',
  'reference/',
  'settings/',
  'store/',
  'styles/',
];

module.exports = {
  forbidden: [
    room('lib/', [], 'general helpers are independent of the product'),
    room('domain/', [], 'rules without a screen are independent of the product'),
    room('reference/', ['domain/'], 'reference data needs no code'),
    room('i18n/', ['domain/', 'reference/'], 'languages and their catalogues'),
    room('steps/', ['domain/', 'reference/', 'i18n/'], 'a schema depends on no journey and no server'),
    onlyTypes('steps/', 'i18n/', 'a row names its texts by their keys, and shows none'),
    room('journeys/', ['domain/', 'steps/'], 'a journey is a chain and pure functions over it'),
    room('settings/', ['lib/', 'domain/'], 'settings from the environment'),
    room('store/', ['lib/', 'domain/'], 'tables, migrations, and the two databases'),

    room('backend/contract/', ['backend/schemas/', 'domain/', 'reference/', 'steps/'], 'one contract for every client'),
    room('backend/schemas/', ['domain/', 'reference/', 'steps/'], 'the transferred shapes'),
    room('backend/remote/', [...BACKEND, 'domain/', 'lib/'], 'the backend over HTTP'),
    room(
      'backend/embedded/',
      [...BACKEND, ...PORTS, 'domain/', 'i18n/', 'lib/', 'reference/', 'steps/', 'store/'],
      'the embedded backend uses the charging port and the store, but no page',
    ),
    ...[
      ['operations/', ['demo/', 'payments/', 'people/', 'pricing/', 'mails/']],
      ['demo/', ['payments/', 'people/', 'pricing/', 'mails/']],
      ['payments/', ['people/', 'pricing/', 'mails/']],
      ['people/', ['pricing/', 'mails/']],
      ['pricing/', []],
      ['mails/', ['pricing/']],
    ].map(([name, below]) => ({
      name: `embedded-${name.slice(0, -1)}-imports`,
      comment: 'operations above the other rooms, pricing and mails at the bottom',
      severity: 'error',
      from: { path: `^app/backend/embedded/${name}`, pathNot: tests },
      to: {
        path: '^app/backend/embedded/',
        pathNot: [name, ...below, 'context[.]ts'].map((one) => `^app/backend/embedded/${one}`),
      },
    })),

    room('payments/[^/]+[.]ts', ['domain/', 'reference/'], 'a port is plain'),
    {
      name: 'payments-adapter-imports',
      comment: 'an adapter depends on its port, and on no other adapter',
      severity: 'error',
      from: { path: '^app/payments/([^/]+)/', pathNot: ['^app/payments/sandbox/', tests] },
      to: {
        path: '^(app|server[.]ts|tests)',
        pathNot: ['^app/payments/$1/', '^app/payments/[^/]+[.]ts', '^app/domain/', '^app/lib/'],
      },
    },
    room('payments/sandbox/', ['payments/[^/]+[.]ts', 'domain/', 'lib/', 'store/'], 'an adapter depends on its port'),
    {
      name: 'payments-browser-imports',
      comment: "a provider's browser code depends on its port, and contains no server code",
      severity: 'error',
      from: { path: '^app/payments/([^/]+)/browser/', pathNot: tests },
      to: { path: '^app/', pathNot: ['^app/payments/$1/browser/', '^app/payments/browser-port[.]ts', '^app/domain/'] },
    },
    {
      name: 'braintree-web-behind-its-port',
      severity: 'error',
      from: { path: '^app/', pathNot: '^app/payments/braintree/browser/' },
      to: { path: 'node_modules/braintree-web' },
    },
    room('addresses/', ['domain/', 'lib/', 'reference/'], 'a port and its adapters'),
    room('analytics/', ['domain/', 'lib/', 'reference/'], 'a port and its adapters'),

    room(
      'components/',
      [...RULES, ...PORTS, 'backend/schemas/', 'settings/links[.]ts', 'styles/stylesheet[.]ts'],
      'shared components contain no server code',
    ),
    onlyTypes('components/', 'settings/', 'a page receives its links as props, and reads no setting'),
    onlyTypes('components/', 'styles/', 'a page receives its stylesheet'),
    room(
      'enhance/',
      ['components/', 'domain/', 'payments/browser-port[.]ts'],
      'browser code contains no server code, and names no payment provider',
    ),

    ...[
      ['telemetry/', []],
      ['services/', ['telemetry/']],
      ['session/', ['telemetry/']],
      ['request/', ['services/', 'session/', 'telemetry/']],
      ['http/', ['request/', 'services/', 'session/', 'telemetry/']],
      ['process/', ['http/', 'request/', 'services/', 'session/', 'telemetry/']],
    ].map(([name, below]) => ({
      name: `server-${name.slice(0, -1)}-imports`,
      comment: 'process above http above request above session and services above telemetry',
      severity: 'error',
      from: { path: `^app/server/${name}`, pathNot: tests },
      to: { path: '^app/server/', pathNot: [name, ...below].map((one) => `^app/server/${one}`) },
    })),
    room('server/telemetry/', ['settings/', 'lib/', 'domain/', 'steps/'], 'logs and metrics'),
    room(
      'server/session/',
      ['settings/', 'lib/', 'domain/', 'store/', 'journeys/', 'server/telemetry/'],
      'what a browser is known by',
    ),
    room(
      'server/services/',
      [...BELOW_THE_SERVER, 'addresses/', 'analytics/', 'backend/', 'payments/', 'server/telemetry/'],
      'the one room that chooses adapters',
    ),
    room('server/request/', [...BELOW_THE_SERVER, ...PORTS, 'server/'], 'the context of one request'),
    room(
      'server/http/',
      [...BELOW_THE_SERVER, 'backend/front-end-token', 'steps/(control-fields|index)[.]ts', 'server/'],
      'the edge, in the order a request meets it',
    ),
    room('server/process/', [...BELOW_THE_SERVER, 'server/'], 'the process'),

    room('use-cases/', [...RULES, ...PORTS, ...BACKEND, 'components/', 'lib/', 'server/request/'], 'what a route does'),
    onlyTypes('use-cases/', 'components/', 'a use case hands data to a page and draws nothing'),
    room(
      'routes/',
      [...RULES, ...PORTS, ...BACKEND, 'components/', 'use-cases/', 'server/request/'],
      'HTTP only: a guard, a parse, a use case, a redirect',
    ),
    onlyTypes('routes/', 'server/', 'a route is given its context'),
    {
      name: 'no-route-imports-a-route',
      severity: 'error',
      from: { path: '^app/routes/([^/]+)', pathNot: tests },
      to: { path: '^app/routes/', pathNot: '^app/routes/$1/' },
    },

    room('commands/run/', [], 'plain Node, before anything is built'),
    room(
      'commands/check-backend/',
      [...BACKEND, 'backend/remote/(read-refusals|send[.]server)[.]ts', 'domain/mailed-links[.]ts', 'lib/'],
      'the conformance kit knows the contract, how the client sends and reads, and which mailed links open',
    ),
    room(
      'commands/operate/',
      [
        'commands/check-backend/',
        'backend/embedded/',
        'domain/',
        'lib/',
        'payments/port[.]ts',
        'server/services/',
        'settings/',
        'store/',
      ],
      'what operators run',
    ),

    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nothing-unresolved',
      comment: 'a clean clone has no build yet, and start.mjs makes it before it imports it',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:|^([.][.]/)*build/' },
    },
    {
      name: 'product-imports-no-tests',
      severity: 'error',
      from: { path: '^app/', pathNot: tests },
      to: { path: '^tests/' },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^build/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
