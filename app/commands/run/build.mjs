/** `npm run build`: builds the code for browsers and for the server into `build/`. */
import { fileURLToPath } from 'node:url';
import { takeNoArguments } from './arguments.mjs';
import { readBasePathOrExit } from './base-path.mjs';
import { loadEnvFile } from './env-file.mjs';

takeNoArguments('Usage: npm run build. Builds into ./build.');
const root = fileURLToPath(new URL('../../..', import.meta.url));
process.chdir(root);
loadEnvFile(root);
readBasePathOrExit(process.env);

// Set here so that a build is the same even if .env sets development.
process.env.NODE_ENV = 'production';
const { cli } = await import('@remix-run/dev');
await cli.run(['vite:build']);
