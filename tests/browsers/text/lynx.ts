import { findOne, literally, placeBehind, TextBrowser, type Label } from './text-browser';
import { Terminal, textOf, type Screen } from './terminal';

/** Lynx with numbered links and controls. A text field must be activated before typing. */
export class Lynx extends TextBrowser {
  static async open(url: string): Promise<Lynx> {
    const browser = new Lynx(
      await Terminal.run(['lynx', '-accept_all_cookies', '-number_fields', '-tna', '-nopause', url]),
    );
    await browser.waitToSee('Exit this page');
    return browser;
  }

  async goBack(): Promise<void> {
    await this.terminal.press('Left');
  }

  /** Reads the title at the right of the first row, without the page number. */
  async title(): Promise<string> {
    const { rows } = await this.terminal.look();
    return rows[0]!
      .replace(/^[#←]*\s+/, '')
      .replace(/ \(p\d+ of \d+\)$/, '')
      .trim();
  }

  async cookies(): Promise<string[]> {
    await this.terminal.press('C-k');
    const jar = await this.terminal.waitFor('the cookie jar', (screen) => {
      const text = textOf(screen);
      return /Cookie Jar|cookie jar is empty/i.test(text) && text;
    });
    if (!/empty/i.test(jar)) await this.terminal.press('Left');
    return [...jar.matchAll(/^\s*(?:\[\d+\])?([a-z_]+)=/gm)].map(([, name]) => name!);
  }

  protected async typeAddress(url: string): Promise<void> {
    await this.terminal.press('g');
    await this.terminal.waitFor('the address prompt', (screen) => textOf(screen).includes('URL to open:'));
    await this.terminal.type(url);
    await this.terminal.press('Enter');
  }

  protected async type(label: Label, text: string): Promise<void> {
    await this.goTo(label);
    await this.terminal.press('Enter', 'C-u');
    await this.terminal.type(text);
    await this.terminal.press('Tab');
    await this.terminal.waitFor(`${label.label.source} to be left`, (screen) => !textOf(screen).includes('Ctrl-U'));
  }

  protected async select(label: Label, option: string): Promise<void> {
    await this.goTo(label);
    await this.terminal.press('Enter');
    const row = new RegExp(`│ *(\\d+): \\(\\d+\\)_*${literally(option)} *│`);
    const number = await this.terminal.waitFor(`the option “${option}”`, (screen) => row.exec(textOf(screen))?.[1]);
    await this.typeNumber(number);
    await this.terminal.waitFor(`“${option}” to be chosen`, (screen) => {
      const text = textOf(screen);
      return !row.test(text) && new RegExp(`\\[\\(\\d+\\)_*${literally(option)}`).test(text);
    });
  }

  protected async tick(words: string): Promise<void> {
    await this.goToNumber(new RegExp(`\\[(\\d+)\\][([] [)\\]] *${literally(words)}`, 'g'), words);
    await this.terminal.press('Enter');
    const ticked = new RegExp(`[([][*X][)\\]] *${literally(words)}`);
    await this.terminal.waitFor(`“${words}” to be chosen`, (screen) => ticked.test(textOf(screen)));
  }

  protected async pressButton(button: string, number?: number): Promise<void> {
    await this.goToNumber(new RegExp(`\\(\\[(\\d+)\\][^)]*\\) *${literally(button)}(?=[ ,]|$)`, 'gm'), button, number);
    await this.terminal.press('Enter');
  }

  /** Typing the number of a link follows it. */
  protected followLink(link: string): Promise<void> {
    return this.goToNumber(new RegExp(`\\[(\\d+)\\]${literally(link)}(?= |$)`, 'gm'), link);
  }

  /** The cursor is on the first link. */
  protected isAtTop({ row }: Screen): boolean {
    return row <= 2;
  }

  private async goTo(label: Label): Promise<void> {
    const number = await this.terminal.waitFor(`the control of ${label.label.source}`, (screen) => {
      const place = placeBehind(label, screen);
      return place === undefined ? undefined : /\[(\d+)\]/.exec(screen.rows.join('\n').slice(place))?.[1];
    });
    await this.typeNumber(number);
  }

  private async goToNumber(pattern: RegExp, what: string, number?: number): Promise<void> {
    const found = await this.terminal.waitFor(`“${what}”`, (screen) => findOne(pattern, textOf(screen), number)?.[1]);
    await this.typeNumber(found);
  }

  /** 0 prompts for a number. */
  private async typeNumber(number: string): Promise<void> {
    await this.terminal.type('0');
    await this.terminal.waitFor('the number prompt', (screen) => textOf(screen).includes(') number:'));
    await this.terminal.type(number);
    await this.terminal.press('Enter');
  }
}
