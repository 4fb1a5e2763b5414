import { ConfigurationError, readConfiguration, type Configuration } from '~/settings/configuration.server';
import { createLog } from '~/server/telemetry/log.server';
import type { Terminal } from './announce.server';

/** Exits with 78, and lists every fault, where the configuration in `env` is wrong. */
export function readConfigurationOrExit(env: NodeJS.ProcessEnv): Configuration {
  try {
    return readConfiguration(env);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`The configuration is wrong:\n${error.message}\n`);
    process.exit(78);
  }
}

/** Says why the process does not start: to a person at a terminal in a sentence, else as a line of the log, however quiet it is set. */
export function reportStartError(
  error: unknown,
  ports: Pick<Configuration, 'port' | 'adminPort'>,
  terminal: Terminal = process.stderr,
): void {
  if (terminal.isTTY) terminal.write(`Joinery did not start. ${explain(error, ports)}\n`);
  else createLog({ logLevel: 'fatal' }, terminal).fatal({ err: error }, 'the start failed');
}

function explain(error: unknown, { adminPort }: Pick<Configuration, 'port' | 'adminPort'>): string {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  const variable = port === adminPort ? 'ADMIN_PORT' : 'PORT';
  if (code === 'EADDRINUSE') return `Port ${port} is taken: stop what uses it, or set ${variable} to another.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} needs more rights than this process has: set ${variable} to 1024 or more.`;
  return reasonsOf(error).join('\nBecause: ');
}

function reasonsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  return [error.message || error.name, ...(error.cause === undefined ? [] : reasonsOf(error.cause))];
}
