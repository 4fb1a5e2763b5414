import { writeFileSync } from 'node:fs';
import type { Answers } from '~tests/answers/parent-answers';
import type { Browser } from '../browser';
import { CommandRefused, type Params, type Transport } from './webdriver';

/** The key of an element reference (https://www.w3.org/TR/webdriver2/#elements). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const TAB = '\ue004';
const PATIENCE_MS = 15_000;
const POLL_MS = 50;

/** A graphical browser, driven through WebDriver. */
export class GraphicalBrowser implements Browser {
  readonly keepsPages = false;

  constructor(
    private readonly transport: Transport,
    readonly hasScript: boolean,
  ) {}

  async open(url: string): Promise<void> {
    await this.transport.send('navigateTo', { url });
  }

  async fill(answers: Answers): Promise<void> {
    for (const [name, answer] of Object.entries(answers)) {
      for (const one of Array.isArray(answer) ? answer : [answer]) await this.answer(name, one);
    }
  }

  async press(button: string, number = 1): Promise<void> {
    const named = `[starts-with(concat(normalize-space(), ', '), ${quote(`${button}, `)})]`;
    const places = `//main//button${named}|//header//button${named}`;
    await this.clickAndWait(`(${places})[${number}]`);
  }

  async follow(link: string): Promise<void> {
    await this.clickAndWait(`(//main|//header)//a[normalize-space()=${quote(link)}]`);
  }

  async waitToSee(text: string): Promise<void> {
    await this.waitFor(`“${text}”`, async () => withoutSpace(await this.readBody()).includes(withoutSpace(text)));
  }

  async goBack(): Promise<void> {
    await this.transport.send('back');
  }

  async read(): Promise<string> {
    const typed = await this.onAll('//input[not(@type="hidden")]|//select|//textarea', (id) =>
      this.send('getProperty', id, { name: 'value' }),
    );
    return [await this.readBody(), ...typed].join('\n');
  }

  async title(): Promise<string> {
    return String(await this.transport.send('getTitle'));
  }

  async address(): Promise<string> {
    return String(await this.transport.send('getUrl'));
  }

  async cookies(): Promise<string[]> {
    return ((await this.transport.send('getCookies')) as { name: string }[]).map(({ name }) => name);
  }

  /** @param width in screen pixels */
  async resize(width: number, height: number): Promise<void> {
    await this.transport.send('setWindowRect', { width, height });
  }

  async takePicture(file: string): Promise<void> {
    writeFileSync(file, String(await this.transport.send('takeScreenshot')), 'base64');
  }

  close(): Promise<void> {
    return this.transport.close();
  }

  private async answer(name: string, answer: string | boolean): Promise<void> {
    const control = `//main//*[@name=${quote(name)}]`;
    if (answer === true) return this.onFound(control, (id) => this.choose(id));
    const option = `${control}[@value=${quote(String(answer))}]|${control}/option[@value=${quote(String(answer))}]`;
    await this.waitFor(`a control ${name} with the value ${answer}`, async () => {
      const [kind] = await this.onAll(control, (id) => this.send('getProperty', id, { name: 'type' }));
      if (kind === undefined) return false;
      if (kind === 'radio' || kind === 'checkbox' || String(kind).startsWith('select')) {
        const chosen = await this.onAll(option, (id) => this.choose(id));
        return chosen.length > 0;
      }
      await this.onAll(control, async (id) => {
        await this.send('clear', id);
        await this.send('sendKeys', id, { text: String(answer) + TAB });
      });
      return true;
    });
  }

  private async choose(id: string): Promise<void> {
    if (!(await this.send('isSelected', id))) await this.send('click', id);
  }

  /** Clicks a link or button, and waits until its page is gone. Opens the menu around it first. */
  private async clickAndWait(path: string): Promise<void> {
    const [page] = await this.find('/html');
    await this.onAll(`(${path})/ancestor::details[not(@open)]/summary`, (id) => this.send('click', id));
    await this.onFound(path, (id) => this.send('click', id));
    await this.waitFor('the next page', async () => {
      const [now] = await this.find('/html');
      return now !== undefined && now !== page;
    });
  }

  private async readBody(): Promise<string> {
    const [text] = await this.onAll('/html/body', (id) => this.send('getText', id));
    return String(text ?? '');
  }

  private async onFound(path: string, act: (id: string) => Promise<unknown>): Promise<void> {
    await this.waitFor(path, async () => (await this.onAll(path, act)).length > 0);
  }

  private async onAll<Result>(path: string, act: (id: string) => Promise<Result>): Promise<Result[]> {
    const results: Result[] = [];
    for (const id of await this.find(path)) results.push(await act(id));
    return results;
  }

  private async find(xpath: string): Promise<string[]> {
    const found = await this.transport.send('findElements', { using: 'xpath', value: xpath });
    return (found as Record<typeof ELEMENT, string>[]).map((reference) => reference[ELEMENT]);
  }

  private send(command: Parameters<Transport['send']>[0], id: string, params: Params = {}): Promise<unknown> {
    return this.transport.send(command, { id, ...params });
  }

  /** Retries until the condition holds. Finds elements again if their page was replaced. */
  private async waitFor(what: string, holds: () => Promise<boolean>): Promise<void> {
    let refused: CommandRefused | undefined;
    for (const end = Date.now() + PATIENCE_MS; ;) {
      const isMet = await holds().catch((error: unknown) => {
        if (!(error instanceof CommandRefused) || !/^(stale element|no such|element )/.test(error.code)) throw error;
        refused = error;
        return false;
      });
      if (isMet) return;
      if (Date.now() > end)
        throw new Error(`Waited for ${what}, but saw:\n${await this.readBody()}`, { cause: refused });
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

/** WebKitGTK omits spaces between separate elements. */
function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}

/** XPath has no escape; our texts contain no double quote. */
function quote(text: string): string {
  return `"${text}"`;
}
