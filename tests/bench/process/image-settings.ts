import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the settings for Node and the C library in the image of a bundle's working copy. */
export function imageSettings(bundle: string): Record<string, string> {
  const dockerfile = readFileSync(join(dirname(bundle), '../../Dockerfile'), 'utf8');
  const found = dockerfile.matchAll(/^ +(NODE_OPTIONS|MALLOC_ARENA_MAX)=(?:"([^"]*)"|(\S+))/gm);
  return Object.fromEntries([...found].map(([, name, quoted, bare]) => [name, quoted ?? bare]));
}
