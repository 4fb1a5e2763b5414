import { INVITED } from './invited/journey';
import type { Journey } from './journey';
import { PARENT } from './parent/journey';

/** The journey an address belongs to. @param path below the base path, such as `/step1` */
export function journeyForPath(path: string): Journey {
  return /^\/invite(\/|$)/.test(path) ? INVITED : PARENT;
}
