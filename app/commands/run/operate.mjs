/** Runs an operators' command of the bundle. Each of `COMMANDS` in app/commands/operate/commands.ts has an npm script of its name. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readBasePathOrExit } from './base-path.mjs';
import { loadEnvFile } from './env-file.mjs';
import { prepare } from './prepare.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
loadEnvFile(root);

// A running server may be using the existing build, so only the list of scripts rebuilds it.
const mustBeFresh = process.argv[2] === 'payment-scripts';
if (mustBeFresh || !existsSync(`${root}build/server/index.js`)) prepare(root, readBasePathOrExit(process.env));
await import('../../../build/server/index.js');
