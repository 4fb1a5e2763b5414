/** `npm run build`: what browsers and the server run, into `build/`. */
import { fileURLToPath } from 'node:url';
import { takeNoArguments } from './arguments.mjs';
import { readBasePathOrExit } from './base-path.mjs';
import { loadEnvFile } from './env-file.mjs';

takeNoArguments('Usage: npm run build. Builds into ./build.');
const root = fileURLToPath(new URL('../../..', import.meta.url));
process.chdir(root);
loadEnvFile(root);
readBasePathOrExit(process.env);

// A .env that says development changes no build.
process.env.NODE_ENV = 'production';
const { cli } = await import('@remix-run/dev');
await cli.run(['vite:build']);
