import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Node's ten end within a database's driver, before the code of ours that asked. */
const MAX_FRAMES = 25;

const PLACE = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/;

/**
 * From now on a stack names the lines of our sources, by the maps beside the build. They are read for the first stack that needs them, and only what
 * was found is kept: with `process.setSourceMapsEnabled` Node reads all of them at the start and keeps them.
 */
export function nameSourcesInStacks(): void {
  const known = new Map<string, string>();
  Error.stackTraceLimit = MAX_FRAMES;
  Error.prepareStackTrace = (error, frames) => {
    const maps = new Map<string, SourceMap | undefined>();
    const isTold = !isReport(error);
    const lines = frames.map((frame) => {
      const line = String(frame);
      const place = isTold && PLACE.exec(line);
      if (!place) return line;
      const [found] = place;
      const source = known.get(found) ?? findSource(place, maps);
      known.set(found, source);
      return line.replace(found, () => source);
    });
    return [titleOf(error), ...lines].join('\n    at ');
  };
}

/** Of Node's report on its process, which a native package reads at each start to learn what the C library is. */
function isReport(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_SYNTHETIC';
}

/** @returns where it was in the sources; the place itself where no map tells */
function findSource(
  [place, url = '', line, column]: RegExpExecArray,
  maps: Map<string, SourceMap | undefined>,
): string {
  if (!maps.has(url)) maps.set(url, readMap(url));
  const origin = maps.get(url)?.findOrigin(Number(line), Number(column));
  return origin && 'fileName' in origin
    ? `${new URL(origin.fileName, url).href}:${origin.lineNumber}:${origin.columnNumber}`
    : place;
}

/** @returns undefined where there is none, or where no file can be opened any more, of which the stack is to tell */
function readMap(url: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}

/** As V8 writes it; no stack may fail because an error cannot be written. */
function titleOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}
