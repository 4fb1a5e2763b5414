import type { Answers } from '~tests/answers/parent-answers';
import type { Browser } from '../browser';
import { textOf, type Screen, type Terminal } from './terminal';
import { WORDS, type Words } from './words';

/** How a text browser draws controls, and which keys reach and press them. */
export abstract class TextBrowser implements Browser {
  readonly hasScript = false;
  readonly keepsPages = true;

  constructor(protected readonly terminal: Terminal) {}

  async fill(answers: Answers): Promise<void> {
    for (const [name, answer] of Object.entries(answers)) {
      const words = WORDS[name];
      if (!words) throw new Error(`text/words.ts does not say what ${name} looks like`);
      for (const one of Array.isArray(answer) ? answer : [answer]) await this.answer(words, one);
    }
  }

  async press(button: string, number?: number): Promise<void> {
    await this.goOn(() => this.pressButton(button, number));
  }

  async follow(link: string): Promise<void> {
    await this.goOn(() => this.followLink(link));
  }

  async waitToSee(text: string): Promise<void> {
    await this.terminal.waitFor(`“${text}”`, (screen) => textOf(screen).replace(/\s+/g, ' ').includes(text));
  }

  async read(): Promise<string> {
    return textOf(await this.terminal.look());
  }

  close(): Promise<void> {
    return this.terminal.close();
  }

  abstract goBack(): Promise<void>;
  abstract title(): Promise<string>;
  abstract cookies(): Promise<string[]>;

  protected abstract type(label: Label, text: string): Promise<void>;
  protected abstract select(label: Label, option: string): Promise<void>;
  /** @param label of the box or the button itself */
  protected abstract tick(label: string): Promise<void>;
  protected abstract pressButton(button: string, number?: number): Promise<void>;
  protected abstract followLink(link: string): Promise<void>;
  /** Whether the cursor is where it is on a freshly opened page. */
  protected abstract isAtTop(screen: Screen): boolean;

  /** The pressed control is further down, so a cursor at the top means that the next page has come. */
  private async goOn(press: () => Promise<void>): Promise<void> {
    await press();
    await this.terminal.waitFor('the next page', (screen) => this.isAtTop(screen));
  }

  private answer({ label, number = 1, kind, says }: Words, answer: string | boolean): Promise<void> {
    if (answer === true) return this.tick(label.source.replaceAll('\\', ''));
    if (answer === false) throw new Error('A box that is left alone is not named');
    if (!kind) return this.type({ label, number }, answer);
    const words = says?.[answer];
    if (!words) throw new Error(`text/words.ts does not say what ${answer} is called`);
    return kind === 'list' ? this.select({ label, number }, words) : this.tick(words);
  }
}

export interface Label {
  label: RegExp;
  number: number;
}

/**
 * A control begins after its label, which begins a row.
 *
 * @returns the offset in the rows joined with newlines
 */
export function placeBehind({ label, number }: Label, { rows }: Screen): number | undefined {
  const found = [...rows.join('\n').matchAll(new RegExp(`^ *(?:${label.source}) ?(?=\\[|$)`, 'gm'))][number - 1];
  return found && found.index + found[0].length;
}

/** @returns the last match by default: a page's main button comes after its hidden twin */
export function findOne(pattern: RegExp, text: string, number?: number): RegExpExecArray | undefined {
  return [...text.matchAll(pattern)].at(number === undefined ? -1 : number - 1);
}

/** Escapes a text for a pattern. */
export function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
