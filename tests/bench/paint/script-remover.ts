import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

const SCRIPT = /<script [^>]*><\/script>/g;
/** What the server compresses with. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Stands before a site, and gives its pages as they are or without their scripts, a comment of the same length in the place of each. */
export async function startScriptRemover(origin: string) {
  const site = new URL(origin);
  let isRemoving = false;
  const server = createServer((incoming, outgoing) => {
    // With the host that the browser named, which the server holds a form's origin against.
    const options = { method: incoming.method, headers: incoming.headers };
    const asked = request(new URL(incoming.url ?? '/', site), options, (answer) => void pass(answer));
    incoming.pipe(asked);
    async function pass(answer: IncomingMessage) {
      const body = await buffer(answer);
      const isPage = answer.headers['content-encoding'] === 'br' && answer.headers['content-type']?.includes('html');
      const sent = isPage ? rewrite(body) : body;
      const { 'transfer-encoding': _chunked, ...headers } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 500, { ...headers, 'content-length': sent.length }).end(sent);
    }
  });
  /** Pages with their scripts are compressed anew as well, so that both come after the same work. */
  const rewrite = (body: Buffer) => {
    const page = brotliDecompressSync(body).toString();
    const sent = isRemoving ? page.replace(SCRIPT, (script) => `<!--${'x'.repeat(script.length - 7)}-->`) : page;
    if (isRemoving && sent === page) throw new Error('The page has no script to be measured without');
    return brotliCompressSync(sent, QUALITY);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    removeScripts(isRemovingNow: boolean) {
      isRemoving = isRemovingNow;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
