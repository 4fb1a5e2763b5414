/**
 * `npm run payments`, `privacy`, `backup` and `payment-scripts`: the words of the bundle that operators run (app/commands/operate). Deployed,
 * it is `node build/server/index.js payments`.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

// Where there is a build a server may be running it, and building anew would take its files away. Only the list of scripts has to be of
// the sources as they are.
const needsTheLatest = process.argv[2] === 'payment-scripts';
if (needsTheLatest || !existsSync(`${root}build/server/index.js`)) prepare(root);
await import('../../../build/server/index.js');
