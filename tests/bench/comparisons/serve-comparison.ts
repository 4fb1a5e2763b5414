import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deserialize } from 'node:v8';
import type { RecordedScreen, Rendered } from './recorded-screen';

/** Reads the file named by the process's argument. */
export function readRecordedScreens(): RecordedScreen[] {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error('The file of the recorded screens is required');
  return (deserialize(readFileSync(file)) as RecordedScreen[]).map(({ page, mistake, ...screen }) => ({
    ...screen,
    page: withFunctions(page),
    mistake: { ...mistake, rendered: withFunctions(mistake.rendered) },
  }));
}

/** Adds the functions that the recorder removed. */
function withFunctions(rendered: Rendered): Rendered {
  const mark = rendered.page.mark as { name: string; value: string } | null;
  const [, stylesheet = ''] = /<style>([^]*?)<\/style>/.exec(rendered.html) ?? [];
  return { ...rendered, page: { ...rendered.page, mark: mark && (() => mark), stylesheet: () => stylesheet } };
}

/** Serves on a free port, and prints the port as a JSON line, as our server's log does. */
export function serveComparison(listener: RequestListener): void {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`${JSON.stringify({ msg: 'ready', port })}\n`);
  });
  process.once('SIGTERM', () => process.exit(0));
}
