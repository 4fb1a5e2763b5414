/**
 * `npm run backend`: the embedded backend alone, over HTTP on port 4000, with a store and a sandbox of its own. A front end asks it when it is
 * started with `NODE_ENV=development BACKEND_URL=http://localhost:4000 npm start`. Plain Node, like `start.mjs`; deployed, it is `node build/server/index.js backend`.
 */
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
// Where the links in its mails lead: the front end.
process.env.PUBLIC_URL ??= 'http://localhost:3000';
process.argv[2] = 'backend';
await import('../../../build/server/index.js');
