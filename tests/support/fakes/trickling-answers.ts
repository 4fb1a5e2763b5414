import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { onTestFinished } from 'vitest';
import { serveApp } from '~tests/servers/serve-app';

/**
 * Serves responses that begin with valid headers and never end, during constant garbage collection, until the test ends.
 * @returns its origin
 */
export async function serveTricklingAnswers(): Promise<string> {
  const { origin } = await serveApp((_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => res.write(' '), 10);
    res.on('close', () => clearInterval(timer));
  });
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const collecting = setInterval(collect, 10);
  onTestFinished(() => clearInterval(collecting));
  return origin;
}
