import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killOnExit } from './kill-on-exit';
import { COMMANDS, CommandRefused, type Command, type Params, type Transport } from './webdriver';

const PATIENCE_MS = 15_000;
const POLL_MS = 50;

/** WebKitGTK's MiniBrowser on a virtual screen (Xvfb), through WebKitWebDriver. */
export class WebKit implements Transport {
  private session = '';

  private constructor(
    private readonly driver: string,
    private readonly processes: ChildProcess[],
    private readonly home: string,
  ) {}

  /** @param settings of WebKitGTK, in MiniBrowser's syntax */
  static async start(executable: string, settings: string[]): Promise<WebKit> {
    const home = mkdtempSync(join(tmpdir(), 'joinery-webkit-'));
    const { screen, display } = await openScreen();
    const port = await findPort();
    const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
      stdio: 'ignore',
      env: { ...process.env, LANG: 'en_US.UTF-8', DISPLAY: display, HOME: home, XDG_RUNTIME_DIR: home },
    });
    [driver, screen].forEach(killOnExit);
    const webkit = new WebKit(`http://127.0.0.1:${port}`, [driver, screen], home);
    await webkit.waitUntilReady();
    const options = { binary: executable, args: ['--automation', ...settings] };
    const { sessionId } = (await webkit.send('newSession', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    })) as { sessionId: string };
    webkit.session = sessionId;
    // WebKit does not scroll to controls, and cannot clear or select controls out of view.
    await webkit.send('setWindowRect', { x: 0, y: 0, width: 1280, height: 4000 });
    return webkit;
  }

  async send(command: Command, params: Params = {}): Promise<unknown> {
    const [method, template] = COMMANDS[command].http.split(' ') as [string, string];
    const known: Params = { ...params, session: this.session };
    const path = template.replace(/\{(\w+)\}/g, (_all, name: string) => String(known[name]));
    const answer = await fetch(this.driver + path, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(params) }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (answer.ok) return value;
    const { error, message } = value as { error: string; message: string };
    throw new CommandRefused(error, message);
  }

  async close(): Promise<void> {
    await this.send('deleteSession');
    for (const child of this.processes) {
      child.kill();
      await once(child, 'close');
    }
    rmSync(this.home, { recursive: true, force: true });
  }

  private async waitUntilReady(): Promise<void> {
    for (const end = Date.now() + PATIENCE_MS; ;) {
      const isReady = await fetch(`${this.driver}/status`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return;
      if (Date.now() > end) throw new Error('WebKitWebDriver did not become ready');
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

async function openScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x4000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(screen.stdio[3]!, 'data')) as [Buffer];
  return { screen, display: `:${number.toString().trim()}` };
}

/** Returns a free port. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
