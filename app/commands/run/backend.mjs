/** `npm run backend`: only the embedded backend, for a front end with `BACKEND_URL=http://localhost:4000` (docs/backend-contract.md). */
import { fileURLToPath } from 'node:url';
import { takeNoArguments } from './arguments.mjs';
import { readBasePathOrExit } from './base-path.mjs';
import { isDemoPossible } from './demo.mjs';
import { loadEnvFile } from './env-file.mjs';
import { prepare } from './prepare.mjs';

takeNoArguments('Usage: npm run backend. Settings come from the environment and, except ports and folder, from .env.');
const root = fileURLToPath(new URL('../../..', import.meta.url));
process.chdir(root);
// Set before reading .env, whose ports, folder and backend are the front end's.
process.env.BACKEND_URL = '';
process.env.PORT ||= '4000';
process.env.ADMIN_PORT ||= '9465';
process.env.DATA_DIR ||= './data/backend';
loadEnvFile(root);

prepare(root, readBasePathOrExit(process.env));
process.env.DEMO ||= isDemoPossible(process.env) ? 'on' : 'off';
process.env.NODE_ENV ||= 'production';
// Links in mails lead to the front end.
process.env.PUBLIC_URL ||= 'http://localhost:3000';
process.argv[2] = 'backend';
await import('../../../build/server/index.js');
