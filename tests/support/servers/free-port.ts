import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that Linux gives to whoever asks for any port, and to the near end of each connection. */
const FROM = 20_000;
const TO = 32_000;

/** A port that nobody listens on, and that nobody gets by chance before it is taken up, or between two processes that have it in turn. */
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
