import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Beside this file, so that packages are found; it is never written. */
const NAME = fileURLToPath(new URL('./manifests.virtual.ts', import.meta.url));

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

/**
 * What the compiler has against manifests, by the types of Kubernetes's own API. A field that does not exist is a fault, as is one of another
 * type or one that is missing.
 */
export function findManifestFaults(manifests: readonly Manifest[]): string[] {
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

/** `networking.k8s.io/v1` is in `networking.v1`, and `v1` in `core/v1`. */
function moduleOf({ apiVersion }: Manifest): string {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  return `${group!.split('.')[0]}/${version}`;
}
