import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Node's default of ten frames ends inside a database driver, before our calling code. */
const MAX_FRAMES = 25;

const POSITION = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/;

/**
 * Maps stack traces to source lines with the source maps of the build. Reads the maps when the first stack needs them,
 * and keeps only the positions that it found. `process.setSourceMapsEnabled` would make Node read and keep all maps
 * from the start.
 */
export function nameSourcesInStacks(): void {
  const known = new Map<string, string>();
  Error.stackTraceLimit = MAX_FRAMES;
  Error.prepareStackTrace = (error, frames) => {
    const maps = new Map<string, SourceMap | undefined>();
    const isMapped = !isReport(error);
    const lines = frames.map((frame) => {
      const line = String(frame);
      const match = isMapped && POSITION.exec(line);
      if (!match) return line;
      const [found] = match;
      const source = known.get(found) ?? findSource(match, maps);
      known.set(found, source);
      return line.replace(found, () => source);
    });
    return [titleOf(error), ...lines].join('\n    at ');
  };
}

/** The error of Node's process report, which a native package reads at each start to detect the C library. */
function isReport(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_SYNTHETIC';
}

/** @returns the position in the sources; the given position if no map contains it */
function findSource(
  [match, url = '', line, column]: RegExpExecArray,
  maps: Map<string, SourceMap | undefined>,
): string {
  if (!maps.has(url)) maps.set(url, readMap(url));
  const origin = maps.get(url)?.findOrigin(Number(line), Number(column));
  return origin && 'fileName' in origin
    ? `${new URL(origin.fileName, url).href}:${origin.lineNumber}:${origin.columnNumber}`
    : match;
}

/** @returns undefined without a map, or if no more files can be opened (this stack may report that error) */
function readMap(url: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}

/** In V8's format. A stack must not fail because an error cannot be printed. */
function titleOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}
