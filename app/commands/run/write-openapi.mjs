/** `npm run openapi`: generates docs/backend.openapi.json from the contract. A test fails while they differ. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { takeNoArguments } from './arguments.mjs';

takeNoArguments('Usage: npm run openapi. Writes docs/backend.openapi.json.');
const { runnerImport } = await import('vite');
const root = fileURLToPath(new URL('../../..', import.meta.url));
const { module } = await runnerImport(`${root}app/backend/contract/openapi-document.ts`, {
  root,
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { '~': `${root}app` } },
});
writeFileSync(`${root}docs/backend.openapi.json`, await module.writeOpenApiDocument());
