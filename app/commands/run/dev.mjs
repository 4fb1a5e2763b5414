/** `npm run dev`: Vite in middleware mode in front of the Express app. A change rebuilds the app and reloads the page. */
import { createServer } from 'node:http';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { takeNoArguments } from './arguments.mjs';
import { readBasePathOrExit } from './base-path.mjs';
import { isDemoPossible } from './demo.mjs';
import { loadEnvFile } from './env-file.mjs';

takeNoArguments('Usage: npm run dev. Settings come from the environment and from .env: see .env.example.');
const root = fileURLToPath(new URL('../../..', import.meta.url));
process.chdir(root);
// Overrides .env: this is development.
process.env.NODE_ENV ||= 'development';
loadEnvFile(root);
readBasePathOrExit(process.env);
process.env.DEMO ||= isDemoPossible(process.env) ? 'on' : 'off';
mkdirSync('data', { recursive: true, mode: 0o700 });

const { createServer: createVite } = await import('vite');
const server = createServer();
const vite = await createVite({
  root,
  // `.env` was read above.
  envFile: false,
  server: { middlewareMode: true, hmr: { server }, watch: { ignored: ['**/data/**', '**/build/**'] } },
  appType: 'custom',
});

// Maps the stacks of errors and their causes to source lines. Remix calls this for route errors, but skips their causes.
const fixStack = vite.ssrFixStacktrace;
vite.ssrFixStacktrace = (error) => {
  const fixed = new Set();
  for (let each = error; each instanceof Error && !fixed.has(each); each = each.cause) {
    fixStack(each);
    fixed.add(each);
  }
};

/** The result of `createDevelopmentApp`. */
let app;
await load();

server.on('request', (req, res) => {
  vite.middlewares(req, res, () => {
    // Vite strips the base path.
    req.url = req.originalUrl;
    app.handle(req, res);
  });
});
server.once('error', (error) => {
  app.reportStartError(error);
  process.exit(1);
});
server.listen(app.configuration.port, app.configuration.host, () => app.announce(server.address().port));

let pending = Promise.resolve();
vite.watcher.on('change', (file) => {
  if (!/[\\/](app|locales)[\\/]/.test(file)) return;
  pending = pending.then(load).catch((error) => console.error(error));
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await app?.close();
    await vite.close();
    process.exit(0);
  });
}

async function load() {
  const { createDevelopmentApp } = await vite.ssrLoadModule('/app/server/process/development.server.ts');
  // Only one app at a time can open the store.
  await app?.close();
  app = await createDevelopmentApp(process.env, {
    build: () => vite.ssrLoadModule('virtual:remix/server-build'),
    fixStacktrace: (error) => vite.ssrFixStacktrace(error),
  });
  vite.ws.send({ type: 'full-reload' });
}
