import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Ports below those that Linux assigns to listeners without a port and to outgoing connections. */
const FROM = 20_000;
const TO = 32_000;

/** Finds a free port that Linux does not assign to another process, even while no process uses it. */
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
