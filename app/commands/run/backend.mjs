/** `npm run backend`: the embedded backend alone, for a front end with `BACKEND_URL=http://localhost:4000` (docs/backend-contract.md). */
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
process.chdir(root);

prepare(root);
process.env.NODE_ENV ??= 'production';
process.env.DEMO ??= (process.env.PAYMENT_PROVIDER || 'sandbox') !== 'sandbox' ? 'off' : 'on';
process.env.PORT ??= '4000';
process.env.ADMIN_PORT ??= '9465';
process.env.DATA_DIR ??= './data/backend';
// Links in mails lead to the front end.
process.env.PUBLIC_URL ??= 'http://localhost:3000';
process.argv[2] = 'backend';
await import('../../../build/server/index.js');
