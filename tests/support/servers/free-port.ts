import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that Linux assigns to listeners without a port, and to outgoing connections. */
const FROM = 20_000;
const TO = 32_000;

/** Finds a free port that no other process gets by chance before it is used, or between two processes that use it in turn. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FROM, TO);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
