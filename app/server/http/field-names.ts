import { RefusedRequest } from '~/server/request/refused-request';

const MAX_CHARACTERS = 100;
const MAX_SEGMENTS = 5;

/** Names as Conform nests them: `children[0].firstName`, `tonemeter[]`. The highest index is 49. */
const NAME = /^[^.[\]]+(\.[^.[\]]+|\[(\d|[1-4]\d)\])*(\[\])?$/;
const SEGMENT = /[^.[\]]+|\[\]/g;

type Kind = 'value' | 'list' | 'object';

/** Conform's parser hangs on `children[1000000].x`, and throws where a field is both list and object. @throws RefusedRequest 400 */
export function checkFieldNames(names: Iterable<string>): void {
  const kinds = new Map<string, Kind>();
  for (const name of new Set(names)) {
    if (name.length > MAX_CHARACTERS || !NAME.test(name)) refuse();
    const segments = [...name.matchAll(SEGMENT)];
    if (segments.length > MAX_SEGMENTS || segments.some(([segment]) => isForbidden(segment))) refuse();
    for (const [path, kind] of prefixes(name)) {
      if ((kinds.get(path) ?? kind) !== kind) refuse();
      kinds.set(path, kind);
    }
  }
}

function* prefixes(name: string): Generator<[path: string, kind: Kind]> {
  for (const { index } of name.matchAll(/[.[]/g)) yield [name.slice(0, index), name[index] === '[' ? 'list' : 'object'];
  yield [name, 'value'];
}

function isForbidden(segment: string): boolean {
  return segment === '__intent__' || segment === '__state__' || segment === 'prototype' || segment in Object.prototype;
}

function refuse(): never {
  throw new RefusedRequest(400, 'field-name');
}
