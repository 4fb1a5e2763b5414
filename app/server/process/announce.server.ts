import type { Logger } from 'pino';
import type { Configuration } from '~/settings/configuration.server';
import { describeStart, type StartSummary } from './start-summary';

/** Of standard output or error; `isTTY` where a person reads it. */
export interface Terminal {
  isTTY?: boolean;
  write(text: string): unknown;
}

export interface Address {
  /** That visitors use. */
  origin: string;
  port: number | undefined;
}

/** Says what is ready, and what to do with its address. */
export type ReadySentence = (address: Address) => string;

interface Ready {
  configuration: Pick<Configuration, 'publicUrl'>;
  port: number | undefined;
  adminPort: number | undefined;
  sentence: ReadySentence;
  summary: StartSummary;
}

/** A person in front of a terminal gets a sentence with the address to open, everybody else a line of the log. */
export function announceReady(
  log: Pick<Logger, 'info'>,
  { configuration: { publicUrl }, port, adminPort, sentence, summary }: Ready,
  terminal: Terminal = process.stdout,
): void {
  if (!terminal.isTTY) log.info({ address: publicUrl, port, adminPort, ...summary }, 'ready');
  else terminal.write(`${sentence({ origin: withPort(publicUrl, port), port })}\n${describeStart(summary)}\n`);
}

/** With `PORT=0` the system chooses. */
function withPort(publicUrl: string, port: number | undefined): string {
  return publicUrl.replace(/:0$/, `:${port}`);
}
