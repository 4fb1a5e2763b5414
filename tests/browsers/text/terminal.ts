import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Large enough to show whole pages. */
const COLUMNS = 150;
const ROWS = 330;
const PATIENCE_MS = 15_000;
const POLL_MS = 40;

export interface Screen {
  rows: string[];
  /** The cursor's position, from 0. */
  row: number;
  column: number;
}

/** Runs a program in a tmux terminal with an empty home, types keys and reads the screen. */
export class Terminal {
  private constructor(
    private readonly home: string,
    private readonly socket: string,
  ) {}

  static async run(command: string[]): Promise<Terminal> {
    const home = mkdtempSync(join(tmpdir(), 'joinery-terminal-'));
    const terminal = new Terminal(home, join(home, 'tmux'));
    const program = ['env', '-i', `HOME=${home}`, 'TERM=screen-256color', 'LANG=C.UTF-8', `PATH=${process.env.PATH}`];
    await terminal.tmux('-f/dev/null', 'new-session', '-d', `-x${COLUMNS}`, `-y${ROWS}`, ...program, ...command);
    return terminal;
  }

  /** Presses named keys: Enter, Tab, C-u. */
  async press(...keys: string[]): Promise<void> {
    await this.tmux('send-keys', ...keys);
  }

  /** Types literal text. */
  async type(text: string): Promise<void> {
    await this.tmux('send-keys', '-l', '--', text);
  }

  async look(): Promise<Screen> {
    const shown = await this.tmux('capture-pane', '-p', ';', 'display-message', '-p', '#{cursor_y} #{cursor_x}');
    const rows = shown.trimEnd().split('\n');
    const [row, column] = rows.pop()!.split(' ').map(Number);
    return { rows, row: row!, column: column! };
  }

  /** Waits until the screen shows something. @param what for the error message */
  async waitFor<Found>(what: string, find: (screen: Screen) => Found | undefined | false): Promise<Found> {
    for (const end = Date.now() + PATIENCE_MS; ;) {
      const screen = await this.look();
      const found = find(screen);
      if (found !== undefined && found !== false) return found;
      if (Date.now() > end) throw new Error(`Waited for ${what}, but saw:\n${textOf(screen)}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  async close(): Promise<void> {
    await this.tmux('kill-server').catch(() => undefined);
    rmSync(this.home, { recursive: true, force: true });
  }

  private async tmux(...args: string[]): Promise<string> {
    return (await run('tmux', ['-u', '-S', this.socket, ...args])).stdout;
  }
}

/** The rows that are not blank. */
export function textOf({ rows }: Screen): string {
  return rows.filter((row) => row.trim() !== '').join('\n');
}
