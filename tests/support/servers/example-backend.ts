import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { vi } from 'vitest';

/** The token that the backends of docs/examples require in tests. */
export const FRONT_END_TOKEN = 't'.repeat(32);

/** Always false in CI, where the tests fail without Python instead of being skipped. */
export const hasNoPython = !process.env.CI && spawnSync('python3', ['--version']).status !== 0;

/** An invite link of the Python backend, which prints an open invite and then an expired one at its start. */
export interface InviteLink {
  token: string;
  userId: string;
}

export interface ExampleBackend {
  url: string;
  printed: string;
  process: ChildProcess;
}

/** Starts a backend of docs/examples, or a changed copy, on a free port. */
export async function startExampleBackend(command: string, file: string): Promise<ExampleBackend> {
  const env = { ...process.env, PORT: '0', BACKEND_TOKEN: FRONT_END_TOKEN, PYTHONDONTWRITEBYTECODE: '1' };
  const backend = spawn(command, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  backend.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const url = await vi.waitUntil(() => /listening on (http:\S+)/i.exec(printed)?.[1], { timeout: 10_000 });
  return { url, printed, process: backend };
}

export const printedLinks = (printed: string): InviteLink[] =>
  [...printed.matchAll(/userId=(?<userId>\S+)&token=(?<token>\S+)/g)].map(({ groups }) => groups as never);

/** The conformance kit's options for the Python backend. */
export const PYTHON_HINTS =
  '--taken-email taken@example.com --taken-username taken.name --activation-code PREPAID-1 --discount spring'.split(
    ' ',
  );

/** Returns the conformance kit's options for invites. They contain `=`, because a token may begin with a dash. */
export const inviteHints = ([open, old]: InviteLink[]): string[] => [
  ...(open ? [`--invite-token=${open.token}`, `--invite-user=${open.userId}`] : []),
  ...(old ? [`--expired-invite-token=${old.token}`, `--expired-invite-user=${old.userId}`] : []),
];
