/** `npm start`: installs and builds what is missing, then serves. A deployment runs `node build/server/index.js` instead. */
import { fileURLToPath } from 'node:url';
import { takeNoArguments } from './arguments.mjs';
import { readBasePathOrExit } from './base-path.mjs';
import { isDemoPossible } from './demo.mjs';
import { loadEnvFile } from './env-file.mjs';
import { prepare } from './prepare.mjs';

takeNoArguments('Usage: npm start. Settings come from the environment and from .env: see .env.example.');
const root = fileURLToPath(new URL('../../..', import.meta.url));
process.chdir(root);
loadEnvFile(root);

prepare(root, readBasePathOrExit(process.env));
process.env.DEMO ||= isDemoPossible(process.env) ? 'on' : 'off';
process.env.NODE_ENV ||= 'production';
await import('../../../build/server/index.js');
