import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killOnExit } from './kill-on-exit';
import { COMMANDS, CommandRefused, type Command, type Params, type Transport } from './webdriver';

const PATIENCE_MS = 30_000;
const POLL_MS = 50;

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void };

/**
 * Firefox through its built-in Marionette: length-prefixed JSON over TCP
 * (https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html), with a separate profile.
 */
export class Marionette implements Transport {
  private received = Buffer.alloc(0);
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  private constructor(
    private readonly socket: Socket,
    readonly profile: string,
    private readonly ended: Promise<unknown>,
  ) {
    socket.on('data', (data) => this.take(data));
  }

  /** @param prefs of `about:config` */
  static async start(executable: string, prefs: Record<string, string | number | boolean>): Promise<Marionette> {
    const profile = mkdtempSync(join(tmpdir(), 'joinery-firefox-'));
    const lines = Object.entries({ 'marionette.port': 0, ...prefs }).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    writeFileSync(join(profile, 'user.js'), lines.join('\n'));
    const firefox = spawn(executable, ['--marionette', '--headless', '--no-remote', '--profile', profile], {
      stdio: 'ignore',
      env: { ...process.env, HOME: profile },
    });
    const ended = once(firefox, 'close');
    killOnExit(firefox);
    const port = await readPort(join(profile, 'MarionetteActivePort'));
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const marionette = new Marionette(socket, profile, ended);
    await marionette.send('newSession', { capabilities: { alwaysMatch: {} } });
    return marionette;
  }

  send(command: Command, params: Params = {}): Promise<unknown> {
    return this.ask(COMMANDS[command].marionette, params);
  }

  async close(): Promise<void> {
    await this.ask('Marionette:Quit', { flags: ['eForceQuit'] });
    await this.ended;
    rmSync(this.profile, { recursive: true, force: true });
  }

  private ask(name: string, params: Params): Promise<unknown> {
    const id = ++this.last;
    const message = JSON.stringify([0, id, name, params]);
    this.socket.write(`${Buffer.byteLength(message)}:${message}`);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  private take(data: Buffer): void {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      const colon = this.received.indexOf(':');
      const end = colon + 1 + Number(this.received.subarray(0, colon));
      if (colon === -1 || this.received.length < end) return;
      this.answer(JSON.parse(this.received.subarray(colon + 1, end).toString()));
      this.received = this.received.subarray(end);
    }
  }

  /** The first message is a greeting. Every other message responds to a command. */
  private answer(message: unknown): void {
    if (!Array.isArray(message)) return;
    const [, id, error, result] = message as [1, number, { error: string; message: string } | null, unknown];
    const { resolve, reject } = this.waiting.get(id)!;
    this.waiting.delete(id);
    if (error) reject(new CommandRefused(error.error, error.message));
    else resolve(result !== null && typeof result === 'object' && 'value' in result ? result.value : result);
  }
}

async function readPort(file: string): Promise<number> {
  for (const end = Date.now() + PATIENCE_MS; ;) {
    const port = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
    if (port > 0) return port;
    if (Date.now() > end) throw new Error('Firefox did not write the port of Marionette');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
