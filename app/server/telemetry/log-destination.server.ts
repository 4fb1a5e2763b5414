import type { DestinationStream } from 'pino';

/** Bytes of lines that may wait for whoever reads them: half a minute of a busy site. */
const MOST_WAITING = 256 * 1024;

interface Options {
  /** Called for each line that is dropped. */
  onLost(): void;
  /** Called when a line is taken again, with how many were dropped before it. */
  onResumed(lines: number): void;
  stream?: Pick<NodeJS.WriteStream, 'on' | 'write' | 'writableLength'>;
}

/**
 * Standard output, which no request ever waits for: a line is dropped where the disk is full, nobody reads the pipe, or its reader is gone.
 * Pino's own destination waits until the line can be written, and ends the process where it cannot.
 */
export function openLogDestination({ onLost, onResumed, stream = process.stdout }: Options): DestinationStream {
  let lost = 0;
  const lose = () => {
    lost += 1;
    onLost();
  };
  // A failed write tells its callback and this event, which would end the process if nobody listened.
  stream.on('error', () => undefined);
  return {
    write(line) {
      if (stream.writableLength > MOST_WAITING) return lose();
      stream.write(line, (error) => {
        if (error) return lose();
        if (lost === 0) return;
        const lines = lost;
        lost = 0;
        onResumed(lines);
      });
    },
  };
}
