import { reasonsOf } from '~/lib/reasons-of';
import { StartFault, type StartFaultCode } from '~/lib/start-fault';
import { ConfigurationError, readConfiguration, type Configuration } from '~/settings/configuration.server';
import { createLog } from '~/server/telemetry/log.server';
import type { Terminal } from './announce.server';

interface Streams {
  out: Terminal;
  err: Terminal;
}

const STANDARD: Streams = { out: process.stdout, err: process.stderr };

type Ports = Pick<Configuration, 'port' | 'adminPort'>;

/** Exits with 78 and lists every fault if the configuration in `env` is wrong. */
export function readConfigurationOrExit(env: NodeJS.ProcessEnv, streams: Streams = STANDARD): Configuration {
  try {
    return readConfiguration(env);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const faults = error.message.split('\n');
    report({
      code: 'configuration-wrong',
      sentence: `The configuration is wrong: ${faults.join('; ')}`,
      lines: `The configuration is wrong:\n${error.message}`,
      more: { faults },
      streams,
    });
    process.exit(78);
  }
}

/** Reports why the process does not start: as a sentence to a terminal, and as a log line with a code, at any log level. */
export function reportStartError(error: unknown, ports: Ports, streams: Streams = STANDARD): void {
  const { code, sentence } = explain(error, ports);
  // For expected errors the sentence is sufficient, and a stack would hide it.
  report({ code, sentence, more: code === 'unexpected' ? { err: error } : {}, streams });
}

interface Report {
  code: StartFaultCode;
  sentence: string;
  /** For a terminal; defaults to the sentence. */
  lines?: string;
  more: object;
  streams: Streams;
}

function report({ code, sentence, lines = `${sentence}.`, more, streams: { out, err } }: Report): void {
  if (!out.isTTY) createLog({ logLevel: 'fatal' }, out).fatal({ code, reason: sentence, ...more }, 'failed to start');
  if (out.isTTY || err.isTTY) err.write(`Joinery did not start. ${lines}\n`);
}

function explain(error: unknown, { adminPort }: Ports): { code: StartFaultCode; sentence: string } {
  if (error instanceof StartFault) return { code: error.code, sentence: reasonsOf(error) };
  const { code, port, syscall } = error as NodeJS.ErrnoException & { port?: number };
  const prefix = port === adminPort ? 'ADMIN_' : '';
  if (code === 'EADDRINUSE')
    return {
      code: 'port-taken',
      sentence: `Port ${port} is taken: stop what uses it, or set ${prefix}PORT to another`,
    };
  if (code === 'EACCES' && port !== undefined)
    return {
      code: 'port-forbidden',
      sentence: `Port ${port} needs more rights than this process has. Set ${prefix}PORT to 1024 or more`,
    };
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return {
      code: 'address-unknown',
      sentence: `HOST and ADMIN_HOST must be addresses of this machine: ${reasonsOf(error)}`,
    };
  return { code: 'unexpected', sentence: reasonsOf(error) };
}
