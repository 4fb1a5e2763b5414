/** `npm run openapi`: writes docs/backend.openapi.json anew from the contract. A test fails while the two differ. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { module } = await runnerImport(`${root}app/backend/contract/openapi-document.ts`, {
  root,
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { '~': `${root}app` } },
});
writeFileSync(`${root}docs/backend.openapi.json`, await module.writeOpenApiDocument());
