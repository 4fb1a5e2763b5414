import { fileURLToPath } from 'node:url';
import * as build from 'virtual:remix/server-build';
import { openBackend } from '~/server/process/backend-process.server';
import { openFrontEnd } from '~/server/process/front-end.server';
import { startProcess } from '~/server/process/process.server';

const clientFolder = fileURLToPath(new URL('../client', import.meta.url));

// One bundle serves two processes: with the argument `backend` it runs the embedded backend alone.
if (process.argv[2] === 'backend') await startProcess({ ...process.env, BACKEND_URL: undefined }, openBackend);
else await startProcess(process.env, (processContext) => openFrontEnd(processContext, { build, clientFolder }));
