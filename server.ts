import { fileURLToPath } from 'node:url';
import { operate } from '~/commands/operate/commands';
import { nameSourcesInStacks } from '~/lib/source-stacks.server';

const root = fileURLToPath(new URL('../..', import.meta.url));
const clientFolder = fileURLToPath(new URL('../client', import.meta.url));

nameSourcesInStacks();

// One bundle. `node build/server/index.js` serves the pages, `… backend` only the embedded backend, and `… COMMAND` runs an operator's
// command. Each loads only its own modules.
const [word, ...args] = process.argv.slice(2);
if (word === undefined) await servePages();
else if (word === 'backend' && args.length === 0) await serveBackend();
else process.exitCode = await operate(word, args, root);

async function servePages(): Promise<void> {
  const [{ startProcess }, { openFrontEnd }, build] = await Promise.all([
    import('~/server/process/process.server'),
    import('~/server/process/front-end.server'),
    import('virtual:remix/server-build'),
  ]);
  await startProcess(process.env, (processContext) => openFrontEnd(processContext, { build, clientFolder }));
}

async function serveBackend(): Promise<void> {
  const [{ startProcess }, { openBackend }] = await Promise.all([
    import('~/server/process/process.server'),
    import('~/server/process/backend-process.server'),
  ]);
  await startProcess({ ...process.env, BACKEND_URL: undefined }, openBackend);
}
