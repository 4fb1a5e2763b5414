/**
 * Preloaded into a server under test (`node --import`): writes everything reachable from its heap into the folder `MEMORY_DUMP`, as
 * `NAME.heap`, a snapshot with whole strings, and `NAME.buffers`, the bytes of every buffer, which a snapshot lacks. It does so once before
 * the response to the first accepted card (`taken`), and on SIGUSR2 (`later`). It does not contain the searched texts, because it would
 * find them in itself.
 */
import { closeSync, openSync, renameSync, writeSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8';

setFlagsFromString('--heap-snapshot-string-limit=1000000');

const folder = process.env.MEMORY_DUMP;
const dumped = new Set();

function dump(name) {
  if (dumped.has(name)) return;
  dumped.add(name);
  dumpBuffers(join(folder, `${name}.buffers`));
  writeHeapSnapshot(join(folder, 'part'));
  // Complete once it has its final name.
  renameSync(join(folder, 'part'), join(folder, `${name}.heap`));
}

function dumpBuffers(path) {
  const session = new Session();
  session.connect();
  const file = openSync(path, 'w');
  globalThis.writeBuffers = (buffers) => {
    for (const buffer of buffers) if (buffer.byteLength > 0) writeSync(file, new Uint8Array(buffer));
  };
  // An in-process inspector responds before `post` returns.
  session.post('Runtime.evaluate', { expression: 'ArrayBuffer.prototype' }, (_error, { result }) => {
    // This collects garbage first.
    session.post('Runtime.queryObjects', { prototypeObjectId: result.objectId }, (_failed, { objects }) => {
      const functionDeclaration = 'function () { writeBuffers(this); }';
      session.post('Runtime.callFunctionOn', { objectId: objects.objectId, functionDeclaration });
    });
  });
  delete globalThis.writeBuffers;
  closeSync(file);
  session.disconnect();
}

const { end } = ServerResponse.prototype;
ServerResponse.prototype.end = function (...given) {
  const isTaken = this.statusCode === 303 && String(this.getHeader('location')).endsWith('/payment/review');
  if (!isTaken || dumped.has('taken')) return end.apply(this, given);
  // The response waits. Within one turn of the event loop, the engine still holds the turn's input, which is the provider's response.
  setImmediate(() => {
    dump('taken');
    end.apply(this, given);
  });
  return this;
};

process.on('SIGUSR2', () => dump('later'));
