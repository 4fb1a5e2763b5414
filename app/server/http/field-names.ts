import { RefusedRequest } from '~/server/request/refused-request';

const MOST_CHARACTERS = 100;
const MOST_SEGMENTS = 5;

/** Keys and indices as Conform nests them: `children[0].firstName`, `tonemeter[]`. An index is at most 49. */
const NAME = /^[^.[\]]+(\.[^.[\]]+|\[(\d|[1-4]\d)\])*(\[\])?$/;
const SEGMENT = /[^.[\]]+|\[\]/g;

type Kind = 'value' | 'list' | 'object';

/**
 * Refuses field names that Conform's path parser would choke on or that would reach beyond the form's own data.
 * Conform has no ceiling of its own: `children[1000000].x` blocks the process for half a minute, and a name that is a list in
 * one field and an object in the next throws.
 *
 * @param names each name of the form, as often as it comes
 * @throws RefusedRequest 400 `field-name`
 */
export function checkFieldNames(names: Iterable<string>): void {
  const kinds = new Map<string, Kind>();
  for (const name of new Set(names)) {
    if (name.length > MOST_CHARACTERS || !NAME.test(name)) refuse();
    const segments = [...name.matchAll(SEGMENT)];
    if (segments.length > MOST_SEGMENTS || segments.some(([segment]) => isForbidden(segment))) refuse();
    for (const [path, kind] of prefixes(name)) {
      if ((kinds.get(path) ?? kind) !== kind) refuse();
      kinds.set(path, kind);
    }
  }
}

/** Each path that a name passes through, and what stands there: `a[0].b` makes `a` a list, `a[0]` an object, `a[0].b` a value. */
function* prefixes(name: string): Generator<[path: string, kind: Kind]> {
  for (const { index } of name.matchAll(/[.[]/g)) yield [name.slice(0, index), name[index] === '[' ? 'list' : 'object'];
  yield [name, 'value'];
}

/** Conform's own two fields, which we do not use, and whatever every object already has. */
function isForbidden(segment: string): boolean {
  return segment === '__intent__' || segment === '__state__' || segment === 'prototype' || segment in Object.prototype;
}

function refuse(): never {
  throw new RefusedRequest(400, 'field-name');
}
