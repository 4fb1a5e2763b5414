import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const PAGE = 'docs/backend-calls.md';

/** The documents generated from the contract and from recorded calls, by path. */
export async function writeContractDocuments() {
  const [vite, prettier] = await Promise.all([import('vite'), import('prettier')]);
  const load = async (name) => {
    const { module } = await vite.runnerImport(`${root}app/backend/contract/${name}`, {
      root,
      configFile: false,
      logLevel: 'error',
      resolve: { alias: { '~': `${root}app` } },
    });
    return module;
  };
  const config = await prettier.resolveConfig(`${root}${PAGE}`);
  const formatJson = async (value) =>
    (await prettier.format(JSON.stringify(value), { ...config, parser: 'json' })).trimEnd();

  const examples = JSON.parse(readFileSync(`${root}docs/backend.examples.json`, 'utf8'));
  const { writeOpenApiDocument } = await load('openapi-document.ts');
  const { writeCallsPage } = await load('calls-page.ts');
  const page = await writeCallsPage(examples, formatJson);
  return {
    'docs/backend.openapi.json': await writeOpenApiDocument(examples),
    [PAGE]: await prettier.format(page, { ...config, parser: 'markdown' }),
  };
}
