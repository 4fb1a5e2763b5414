import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What the image that is made of a bundle's checkout says to Node and to the C library. */
export function imageSettings(bundle: string): Record<string, string> {
  const dockerfile = readFileSync(join(dirname(bundle), '../../Dockerfile'), 'utf8');
  const said = dockerfile.matchAll(/^ +(NODE_OPTIONS|MALLOC_ARENA_MAX)=(\S+)/gm);
  return Object.fromEntries([...said].map(([, name, value]) => [name, value]));
}
