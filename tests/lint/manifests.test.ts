import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Deployment } from 'kubernetes-types/apps/v1';
import type { ConfigMap, Service } from 'kubernetes-types/core/v1';
import type { Ingress } from 'kubernetes-types/networking/v1';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { LONGEST_STOP_MS } from '~/lib/stop-times';
import { settingsOf } from '~/settings/setting';
import { REQUIRED_IN_PRODUCTION, SETTING_NAMES, settings as allSettings } from '~/settings/settings';
import { canRun } from '~tests/deploy/installed';
import { faultsOf } from '~tests/servers/site-configuration';
import ts from 'typescript';

/** A path from which imports resolve. The file is never written. */
const NAME = fileURLToPath(new URL('../support/deploy/manifests.virtual.ts', import.meta.url));

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

/**
 * Returns the TypeScript compiler's errors for manifests with the types of the Kubernetes API. It detects fields that are unknown,
 * missing or of the wrong type.
 */
function findManifestFaults(manifests: readonly Manifest[]): string[] {
  const lines = manifests.map(
    (manifest, at) =>
      `export const manifest${at}: import('kubernetes-types/${moduleOf(manifest)}').${manifest.kind} = ${JSON.stringify(manifest)};`,
  );
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    types: [],
    lib: ['lib.es5.d.ts'],
    skipLibCheck: true,
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  const text = lines.join('\n');
  host.getCurrentDirectory = () => ROOT;
  host.fileExists = (name) => name === NAME || fileExists(name);
  host.readFile = (name) => (name === NAME ? text : readFile(name));
  host.getSourceFile = (name, version) =>
    name === NAME ? ts.createSourceFile(name, text, version) : getSourceFile(name, version);
  const program = ts.createProgram([NAME], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ').slice(0, 300));
}

/** Returns the module of a manifest's types, such as `core/v1` for `v1`. */
function moduleOf({ apiVersion }: Manifest): string {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  return `${group!.split('.')[0]}/${version}`;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const readManifest = (name: string) => readFileSync(`${ROOT}deploy/kubernetes/${name}.yaml`, 'utf8');
const manifests = ['joinery', 'settings'].flatMap((name) =>
  parseAllDocuments(readManifest(name), { merge: true }).map((document) => document.toJS() as Manifest),
);
const get = <Kind>(kind: string) => manifests.find((manifest) => manifest.kind === kind) as Kind;
const deployment = get<Deployment>('Deployment');
const pod = deployment.spec!.template.spec!;
const [container] = pod.containers;

it('finds no fault in the manifests by the Kubernetes API', () => {
  expect(findManifestFaults(manifests)).toEqual([]);
});

it('detects unknown, mistyped and missing fields', () => {
  const { selector: _selector, ...lacking } = deployment.spec!;
  const specs = [{ ...deployment.spec, replica: 3 }, { ...deployment.spec, revisionHistoryLimit: '5' }, lacking];
  const faults = findManifestFaults(specs.map((spec) => ({ ...deployment, spec }) as unknown as Manifest));
  expect(faults).toEqual([
    expect.stringMatching(/replica.* does not exist/),
    "Type 'string' is not assignable to type 'number'.",
    expect.stringContaining("'selector' is missing"),
  ]);
});

it('runs a replica without root, with a read-only root file system and both probes', () => {
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
  expect(container!.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  expect(container!.resources?.limits?.memory).toBeDefined();
  expect(container!.livenessProbe?.httpGet?.path).toBe('/healthz');
  expect(container!.readinessProbe?.httpGet?.path).toBe('/readyz');
  const [delay] = container!.env!.filter(({ name }) => name === 'STOP_DELAY_MS');
  expect(pod.terminationGracePeriodSeconds! * 1000).toBeGreaterThan(Number(delay!.value) + LONGEST_STOP_MS);
});

it('gives a replica no writable data folder, so that it cannot start without DATABASE_URL', () => {
  const [dataDir] = container!.env!.filter(({ name }) => name === 'DATA_DIR');
  const [mount] = container!.volumeMounts!.filter(({ mountPath }) => mountPath === dataDir!.value);
  expect(mount).toMatchObject({ readOnly: true });
});

it('refers only to existing resources', () => {
  const labels = deployment.spec!.template.metadata!.labels!;
  const service = get<Service>('Service');
  const budget = get<PodDisruptionBudget>('PodDisruptionBudget');
  expect(deployment.spec!.selector.matchLabels).toEqual(labels);
  expect(service.spec!.selector).toEqual(labels);
  expect(budget.spec!.selector!.matchLabels).toEqual(labels);
  expect(Number(budget.spec!.minAvailable)).toBeLessThan(deployment.spec!.replicas!);
  const ports = container!.ports!.map(({ name }) => name);
  expect(ports).toContain(service.spec!.ports![0]!.targetPort);
  const [path] = get<Ingress>('Ingress').spec!.rules![0]!.http!.paths;
  expect(path!.backend.service!.name).toBe(service.metadata!.name);
  const volumes = pod.volumes!.map(({ name }) => name);
  expect(container!.volumeMounts!.map(({ name }) => name)).toEqual(volumes);
});

it('turns off the access log of the Ingress, whose format has invite tokens, and lets it accept large headers', () => {
  // The values are strings: Kubernetes rejects a manifest with a boolean.
  expect(get<Ingress>('Ingress').metadata!.annotations).toEqual({
    'nginx.ingress.kubernetes.io/enable-access-log': 'false',
    'nginx.ingress.kubernetes.io/proxy-buffer-size': '16k',
  });
  const guide = readFileSync(`${ROOT}docs/operations/deploying.md`, 'utf8')
    .split('## Kubernetes')[1]!
    .split('\n## ')[0];
  for (const option of ['`error-log-level: emerg`', '`log-format-upstream`']) expect(guide).toContain(option);
});

it('sets only known settings and all required ones, without secrets', () => {
  const settings = get<ConfigMap>('ConfigMap').data!;
  // A Secret among the manifests would overwrite the site's with empty values.
  expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  const secrets = [...readManifest('settings').matchAll(/^# {3}([A-Z_]+)=$/gm)].map(([, name]) => name!);
  const own = container!.env!.map(({ name }) => name);
  // Node reads NODE_OPTIONS.
  const known = [...SETTING_NAMES, 'NODE_OPTIONS', 'ADMIN_HOST'];
  const names = [...Object.keys(settings), ...secrets, ...own];
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining([...REQUIRED_IN_PRODUCTION, 'SESSION_SECRET', 'PEPPER']));
  // Without it, the site has the product's own name.
  expect(settings).toHaveProperty('BRAND_NAME');
  const confidential = settingsOf(allSettings).filter(({ isSecret }) => isSecret);
  expect(confidential.filter(({ variable }) => variable in settings)).toEqual([]);
  const values = { ...Object.fromEntries(container!.env!.map(({ name, value }) => [name, value!])), ...settings };
  const missing = ['PEPPER', 'SESSION_SECRET', 'SMTP_URL'];
  const faults = faultsOf({ ...values, SMTP_URL: '' }).map((fault) => fault.split(':')[0]!);
  expect(faults).toEqual(expect.arrayContaining(missing));
  expect(faults.filter((name) => !secrets.includes(name))).toEqual([]);
});

it.skipIf(!canRun('yamllint'))('has valid YAML', () => {
  const deployed = readdirSync(`${ROOT}deploy`, { recursive: true, encoding: 'utf8' });
  const files = [...deployed.filter((name) => name.endsWith('.yaml')).map((name) => `deploy/${name}`), 'compose.yaml'];
  expect(files.length).toBeGreaterThan(4);
  const { status, stdout, stderr } = spawnSync(
    'yamllint',
    ['--strict', '-c', 'tests/lint/yamllint.yaml', ...files, '.github'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  expect(status, stdout + stderr).toBe(0);
});
