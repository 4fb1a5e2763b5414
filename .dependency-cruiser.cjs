/**
 * Who may import whom (docs/architecture.md). A folder lists what of ours it may import; everything else is an error.
 */
const tests = '[.]test[.]tsx?$';
const only = (folder, allowed, comment) => ({
  name: `${folder.replaceAll('/', '-')}-imports`,
  comment,
  severity: 'error',
  from: { path: `^app/${folder}/`, pathNot: tests },
  to: { path: '^(app|server[.]ts|tests)', pathNot: [`^app/(${[folder, ...allowed].join('|')})/`] },
});

module.exports = {
  forbidden: [
    only('domain', [], 'rules that hold without a screen know nothing of ours'),
    only('reference', ['domain'], 'reference data is data'),
    only('forms', ['domain', 'reference'], 'a schema knows no journey and no server'),
    only('journeys', ['domain', 'forms'], 'a journey is a table and pure functions'),
    only('enhance', ['domain', 'components'], 'what the browser runs holds no server code'),
    {
      name: 'contract-and-port-are-plain',
      severity: 'error',
      from: { path: '^app/(backend/contract([.]ts|/.*[.]ts)|(payments|analytics|addresses)/port[.]ts)$' },
      to: { path: '^app/', pathNot: '^app/(domain|reference|backend/(contract|messages))/' },
    },
    {
      name: 'components-hold-no-server-code',
      severity: 'error',
      from: { path: '^app/components/' },
      to: {
        path: '^app/(server|backend/(embedded|remote)|routes)|[.]server[.]tsx?$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'routes-never-an-adapter',
      severity: 'error',
      from: { path: '^app/routes/', pathNot: tests },
      to: { path: '^app/(backend/(embedded|remote)|payments/(sandbox|braintree)|(analytics|addresses)/(?!port))' },
    },
    {
      name: 'no-route-imports-a-route',
      severity: 'error',
      from: { path: '^app/routes/([^/.]+)', pathNot: tests },
      to: { path: '^app/routes/[^/]*(/route)?[.]tsx$' },
    },
    {
      name: 'adapters-are-chosen-in-one-file',
      comment: 'services.server.ts chooses; what it opens, the backend and the payments, stands beside it',
      severity: 'error',
      from: {
        path: '^(app|server[.]ts)',
        pathNot: [
          '^app/server/(services|open-(backend|payments|braintree)|backend-app)[.]server[.]ts$',
          '^app/(backend|payments|analytics|addresses)/',
          tests,
        ],
      },
      to: { path: '^app/(backend/(embedded|remote)|payments/(sandbox|braintree)|(analytics|addresses)/(?!port))' },
    },
    {
      name: 'embedded-backend-stays-behind-the-contract',
      comment: 'it may use the charging port, the store and the mail text, but no route and no page',
      severity: 'error',
      from: { path: '^app/backend/embedded/', pathNot: tests },
      to: { path: '^app/(routes|components|journeys|forms|enhance)/|^app/payments/(sandbox|braintree)' },
    },
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
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
