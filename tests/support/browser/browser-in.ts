import type { Language } from '~/i18n/languages';
import { textsOf } from '~tests/answers/catalogue';
import { PlainBrowser, type Page } from './plain-browser';
import type { Typed } from './plain-page';

/** A browser in one language. It translates the English names with which walks address controls. */
export class BrowserIn extends PlainBrowser {
  /** Typed values, which a page may echo in any language. */
  readonly typed = new Set<string>();

  constructor(
    origin: string,
    readonly language: Language,
  ) {
    super(origin, language);
  }

  override fill(typed: Typed): void {
    for (const value of Object.values(typed).flat()) this.typed.add(String(value).trim());
    super.fill(typed);
  }

  override press(button: string, number?: number): Promise<Page> {
    return super.press(
      this.findName(button, (name) => this.page.button(name, number)),
      number,
    );
  }

  override follow(link: string, number?: number): Promise<Page> {
    return super.follow(
      this.findName(link, (name) => this.page.link(name, number)),
      number,
    );
  }

  /** Returns the translated name, or else the English one, so that a failure names the missing control. */
  private findName(english: string, find: (name: string) => unknown): string {
    return namesOf(english, this.language).find((name) => succeeds(() => find(name))) ?? english;
  }
}

/** Returns all translations of an English text. */
function namesOf(english: string, language: Language): string[] {
  const own = textsOf(language);
  const names = [...textsOf('en')].filter(([, text]) => text === english).map(([key]) => own.get(key));
  return [...new Set(names.filter((name) => name !== undefined))];
}

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
