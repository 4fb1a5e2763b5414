/** Writes sessions in a separate thread, like a store outside the event loop. */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'libsql';

const db = new Database(workerData.file);
for (const pragma of workerData.pragmas) db.pragma(pragma);
const update = db.prepare(workerData.update);

parentPort.on('message', ({ id, values }) => {
  db.exec('begin immediate');
  update.run(...values);
  db.exec('commit');
  parentPort.postMessage(id);
});
