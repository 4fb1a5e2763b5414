import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Rollup } from 'vite';
import { preactInTheBrowser } from '../../../vite/preact-in-the-browser';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface BrowserBuild {
  /** For `createApp`. */
  clientFolder: string;
  /** What a file is made of: paths of the checkout, by the file's path below `/app/join/`. */
  modules: Readonly<Record<string, readonly string[]>>;
  remove(): void;
}

/**
 * Builds what a browser runs with one more payment provider: a copy of `app` to which nothing but its folder is added.
 *
 * @param name of the provider's folder in `app/payments`
 * @param browserHalf the folder with what a browser runs of it
 */
export async function buildWithProvider(name: string, browserHalf: string): Promise<BrowserBuild> {
  const folder = mkdtempSync(join(tmpdir(), 'joinery-build-'));
  const app = join(folder, 'app');
  const clientFolder = join(folder, 'client');
  for (const part of ['components', 'domain', 'enhance', 'payments', 'entry.client.tsx']) {
    cpSync(join(ROOT, 'app', part), join(app, part), { recursive: true });
  }
  cpSync(browserHalf, join(app, 'payments', name, 'browser'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const built = await build({
    configFile: false,
    root: folder,
    publicDir: join(ROOT, 'public'),
    base: '/app/join/',
    logLevel: 'silent',
    resolve: { alias: { '~': app } },
    esbuild: { jsx: 'automatic' },
    plugins: [preactInTheBrowser],
    build: {
      outDir: clientFolder,
      rollupOptions: {
        input: join(app, 'entry.client.tsx'),
        // Only a development server asks for it.
        external: /^virtual:/,
        output: { entryFileNames: 'assets/entry.client.js' },
      },
    },
  });
  const { output } = built as Rollup.RollupOutput;
  return {
    clientFolder,
    modules: Object.fromEntries(
      output.flatMap((file) =>
        file.type === 'chunk' ? [[file.fileName, file.moduleIds.map((id) => relative(folder, id))]] : [],
      ),
    ),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
