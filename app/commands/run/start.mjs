/**
 * `npm start`: on a clean clone installs what is missing, builds when the build is missing or older than the sources, and serves. Plain
 * Node, since nothing else is there yet. Who deploys runs `node build/server/index.js` instead.
 */
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
process.chdir(root);

prepare(root);
process.env.NODE_ENV ??= 'production';
// A demo, unless something real is configured.
process.env.DEMO ??=
  process.env.BACKEND_URL || (process.env.PAYMENT_PROVIDER || 'sandbox') !== 'sandbox' ? 'off' : 'on';
await import('../../../build/server/index.js');
