/** `npm start`: installs and builds what is missing, then serves. A deployment runs `node build/server/index.js` instead. */
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
process.chdir(root);

prepare(root);
process.env.NODE_ENV ??= 'production';
// A demo, unless a real backend or provider is configured.
process.env.DEMO ??=
  process.env.BACKEND_URL || (process.env.PAYMENT_PROVIDER || 'sandbox') !== 'sandbox' ? 'off' : 'on';
await import('../../../build/server/index.js');
