import { createInterface } from 'node:readline/promises';
import { systemClock } from '~/domain/clock';
import type { Command, ExitCode } from './command';

/** The operators' commands by word. Each is imported on use, so that the server's start loads none of them. */
export const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['payments', async () => (await import('./payments')).payments],
  ['sessions', async () => (await import('./sessions')).sessions],
  ['mails', async () => (await import('./mails')).mails],
  ['limits', async () => (await import('./limits')).limits],
  ['actions', async () => (await import('./actions')).actions],
  ['story', async () => (await import('./story')).story],
  ['privacy', async () => (await import('./privacy')).privacy],
  ['pepper', async () => (await import('./pepper')).pepper],
  ['session-secret', async () => (await import('./pepper')).sessionSecret],
  ['backup', async () => (await import('./backup')).backup],
  ['compact', async () => (await import('./compact')).compact],
  ['check-backend', async () => (await import('./check-backend')).checkBackendCommand],
  ['payment-scripts', async () => (await import('./payment-scripts')).paymentScripts],
]);

const USAGE = `Usage: node build/server/index.js [WORD]
Without WORD it serves the pages; with "backend" it serves only the embedded backend. Commands with --help:
${[...COMMANDS.keys()].join(', ')}.
`;

/**
 * Runs a command at the process's terminal, without starting a server.
 *
 * @param args the arguments after the word
 * @param root the working copy, absolute
 * @returns the exit code; 2 if the word is unknown
 */
export async function operate(word: string, args: string[], root: string): Promise<ExitCode> {
  if (word === '--help' || word === '-h') {
    process.stdout.write(USAGE);
    return 0;
  }
  const load = COMMANDS.get(word);
  if (!load) {
    const fault = word === 'backend' ? `backend does not accept "${args.join(' ')}"` : `Unknown command "${word}"`;
    process.stderr.write(`${fault}.\n${USAGE}`);
    return 2;
  }
  const [command, { runCommand }] = await Promise.all([load(), import('./command')]);
  return runCommand(command, args, {
    env: process.env,
    root,
    clock: systemClock,
    print: (text) => void process.stdout.write(`${text}\n`),
    printError: (text) => void process.stderr.write(`${text}\n`),
    progress: process.stderr.isTTY ? (text) => void process.stderr.write(`\r\u001b[K${text}`) : undefined,
    ask: process.stdin.isTTY ? askAtTerminal : undefined,
  });
}

async function askAtTerminal(question: string): Promise<string> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await prompt.question(question);
  } finally {
    prompt.close();
  }
}
