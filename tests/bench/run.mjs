/** `npm run bench`: Vite loads the sources, because they use its aliases. `--help` lists the options. */
import '../support/servers/ensure-build.mjs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// Vite builds the comparisons with React's production build only with this setting.
process.env.NODE_ENV = 'production';

const root = fileURLToPath(new URL('../..', import.meta.url));

const { module } = await runnerImport(`${root}tests/bench/bench.ts`, {
  root,
  base: '/app/join/',
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { '~': `${root}app`, '~tests': `${root}tests/support` } },
});
await module.runBench(process.argv.slice(2));
