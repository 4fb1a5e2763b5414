/**
 * Preloaded into a server under test (`node --import`). Writes the heap into the folder `MEMORY_DUMP`: `NAME.heap` is a snapshot with whole
 * strings, and `NAME.buffers` contains the bytes of every buffer, which a snapshot lacks. Writes them before the response to the first
 * accepted card (`taken`), and on SIGUSR2 (`later`). The searched texts must not be in this file, because the dump contains its source.
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
  // The final name shows that the file is complete.
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
  // Delays the response by one turn of the event loop, because the current turn still holds its input, the provider's response.
  setImmediate(() => {
    dump('taken');
    end.apply(this, given);
  });
  return this;
};

process.on('SIGUSR2', () => dump('later'));
