import { findOne, literally, placeBehind, TextBrowser, type Label } from './text-browser';
import { Terminal, textOf, type Screen } from './terminal';

/** w3m, in which the cursor moves to a control by row and column. */
export class W3m extends TextBrowser {
  static async open(url: string): Promise<W3m> {
    const browser = new W3m(await Terminal.run(['w3m', '-cookie', url]));
    await browser.waitToSee('Exit this page');
    return browser;
  }

  async goBack(): Promise<void> {
    await this.terminal.type('B');
  }

  /** Reads the title in the last row. */
  async title(): Promise<string> {
    return /Viewing <(.*)>/.exec(textOf(await this.terminal.look()))?.[1] ?? '';
  }

  async cookies(): Promise<string[]> {
    await this.terminal.press('C-k');
    const jar = await this.terminal.waitFor('the cookie jar', (screen) => {
      const text = textOf(screen);
      return text.includes('<Cookies>') && text;
    });
    await this.goBack();
    return [...jar.matchAll(/^\s*(?:Cookie:)?\s*([a-z_]+)=/gm)].map(([, name]) => name!);
  }

  protected async typeAddress(url: string): Promise<void> {
    await this.terminal.press('U');
    await this.terminal.waitFor('the address prompt', (screen) => textOf(screen).includes('Goto URL:'));
    await this.terminal.press('C-u');
    await this.terminal.type(url);
    await this.terminal.press('Enter');
  }

  protected async type(label: Label, text: string): Promise<void> {
    await this.goTo(label);
    await this.terminal.press('Enter');
    await this.terminal.waitFor('the text prompt', (screen) => /^(TEXT|Password):/m.test(textOf(screen)));
    await this.terminal.press('C-u');
    await this.terminal.type(text);
    await this.terminal.press('Enter');
    await this.terminal.waitFor('the page', (screen) => textOf(screen).includes('Viewing <'));
  }

  protected async select(label: Label, option: string): Promise<void> {
    await this.goTo(label);
    await this.terminal.press('Enter');
    await this.terminal.waitFor(`the option “${option}”`, (screen) => textOf(screen).includes(`│${option} `));
    // The search is a regular expression.
    await this.terminal.type(`/^${option.replace(/\W/g, '.')}`);
    await this.terminal.press('Enter', 'Enter');
    await this.terminal.waitFor(`“${option}” to be chosen`, (screen) => {
      const text = textOf(screen);
      return text.includes(`[${option}`) && !text.includes('│');
    });
  }

  protected async tick(words: string): Promise<void> {
    await this.goToMatch(new RegExp(`[([] [)\\]](?= *${literally(words)})`, 'g'), words, 1);
    await this.terminal.press('Enter');
    const ticked = new RegExp(`[([]\\*[)\\]] *${literally(words)}`);
    await this.terminal.waitFor(`“${words}” to be chosen`, (screen) => ticked.test(textOf(screen)));
  }

  protected async pressButton(button: string, number?: number): Promise<void> {
    await this.goToMatch(new RegExp(`(?<=^| )${literally(button)}(?=[ ,]|$)`, 'gm'), button, 0, number);
    await this.terminal.press('Enter');
  }

  protected followLink(link: string): Promise<void> {
    return this.pressButton(link);
  }

  protected isAtTop({ row, column }: Screen): boolean {
    return row === 0 && column === 0;
  }

  private async goTo(label: Label): Promise<void> {
    await this.goToPlace(label.label.source, (screen, text) => {
      const place = placeBehind(label, screen);
      const control = place === undefined ? -1 : text.indexOf('[', place);
      return control === -1 ? undefined : control + 1;
    });
  }

  private goToMatch(pattern: RegExp, what: string, offset: number, number?: number): Promise<void> {
    return this.goToPlace(`“${what}”`, (_screen, text) => {
      const found = findOne(pattern, text, number);
      return found && found.index + offset;
    });
  }

  /** @param find the offset in the rows joined with newlines */
  private async goToPlace(what: string, find: (screen: Screen, text: string) => number | undefined): Promise<void> {
    const [row, column] = await this.terminal.waitFor(what, (screen) => {
      const text = screen.rows.join('\n');
      const place = find(screen, text);
      if (place === undefined) return undefined;
      const before = text.slice(0, place).split('\n');
      return [before.length, before.at(-1)!.length] as const;
    });
    await this.terminal.type(`${row}G^`);
    if (column > 0) await this.terminal.type(`${column}l`);
    await this.terminal.waitFor(`the cursor at ${what}`, (now) => now.row === row - 1 && now.column === column);
  }
}
