/**
 * `npm run openapi`: writes docs/backend.openapi.json and docs/backend-calls.md, from the contract and from the calls recorded by
 * `npm run contract-examples`. A test fails while they differ.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { takeNoArguments } from './arguments.mjs';
import { writeContractDocuments } from './openapi-files.mjs';

takeNoArguments('Usage: npm run openapi. Writes docs/backend.openapi.json and docs/backend-calls.md.');
const root = fileURLToPath(new URL('../../..', import.meta.url));
for (const [path, text] of Object.entries(await writeContractDocuments())) writeFileSync(`${root}${path}`, text);
