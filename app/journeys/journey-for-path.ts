import { INVITED } from './invited/journey';
import type { Journey } from './journey';
import { PARENT } from './parent/journey';
import { PROFESSIONAL } from './professional/journey';

/** @param path below the base path */
export function journeyForPath(path: string): Journey {
  if (/^\/pro(\/|$)/.test(path)) return PROFESSIONAL;
  return /^\/invite(\/|$)/.test(path) ? INVITED : PARENT;
}
