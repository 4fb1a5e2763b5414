import type { Logger } from 'pino';
import type { Configuration } from '~/settings/configuration.server';
import { version } from '../../../package.json';

/** Standard output or error; `isTTY` if a person reads it. */
export interface Terminal {
  isTTY?: boolean;
  write(text: string): unknown;
}

export interface Address {
  /** The origin that visitors use. */
  origin: string;
  port: number | undefined;
}

/** The ready service and how to use its address. */
export type ReadySentence = (address: Address) => string;

interface Ready {
  configuration: Pick<Configuration, 'publicUrl'>;
  port: number | undefined;
  adminPort: number | undefined;
  sentence: ReadySentence;
  summary: StartSummary;
}

/** Writes a sentence with the address to a terminal, or else a log line. */
export function announceReady(
  log: Pick<Logger, 'info'>,
  { configuration: { publicUrl }, port, adminPort, sentence, summary }: Ready,
  terminal: Terminal = process.stdout,
): void {
  if (!terminal.isTTY) log.info({ address: publicUrl, port, adminPort, ...summary }, 'ready');
  else terminal.write(`${sentence({ origin: withPort(publicUrl, port), port })}\n${describeStart(summary)}\n`);
}

/** With `PORT=0` the system chooses the port. */
function withPort(publicUrl: string, port: number | undefined): string {
  return publicUrl.replace(/:0$/, `:${port}`);
}

/** A summary of the running process. The ready log line contains it, so no part may be secret. */
export interface StartSummary {
  version: string;
  /** The commit of the build. */
  commit: string;
  demo: boolean;
  provider: string;
  /** `embedded`, or the URL of a remote backend. */
  backend: string;
  store: 'sqlite' | 'postgres';
  mail: 'smtp' | 'outbox' | 'backend';
  /** The states of `FLAGS`, or the module of `FLAG_PROVIDER`. */
  flags: string;
  /** `off` lifts every limit, for load tests. */
  rateLimit: 'on' | 'off';
}

export function summariseStart({
  demo,
  payments,
  backendUrl,
  databaseUrl,
  mail,
  flags,
  flagProvider,
  rateLimit,
}: Configuration): StartSummary {
  return {
    version,
    // Set by the build (vite/built-commit.ts).
    commit: (import.meta.env?.COMMIT as string | undefined) ?? 'unknown',
    demo,
    provider: payments.provider === 'braintree' ? `braintree ${payments.settings.environment}` : payments.provider,
    backend: backendUrl ?? 'embedded',
    store: databaseUrl ? 'postgres' : 'sqlite',
    mail: backendUrl ? 'backend' : mail ? 'smtp' : 'outbox',
    flags:
      flagProvider ??
      Object.entries(flags)
        .map(([name, state]) => `${name}=${state}`)
        .join(','),
    rateLimit: rateLimit ? 'on' : 'off',
  };
}

function describeStart(summary: StartSummary): string {
  const { version, commit, demo, provider, backend, store, mail, flags, rateLimit } = summary;
  const limits = rateLimit === 'off' ? ', RATE_LIMIT off' : '';
  const what = `${demo ? 'A demo of' : 'This is'} ${version} (${commit})`;
  return `${what}: payments ${provider}, backend ${backend}, store ${store}, mail ${mail}, flags ${flags || 'none'}${limits}.`;
}
