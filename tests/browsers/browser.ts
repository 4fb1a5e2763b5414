import type { Answers } from '~tests/answers/parent-answers';

/** What a person can do with a browser, whichever it is. Everything waits until the page has answered, and fails where it does not. */
export interface Browser {
  /** Whether our scripts run in it. */
  readonly hasScript: boolean;
  /** Whether it keeps every page as it was left until it is closed, whatever the page says of that. */
  readonly keepsPages: boolean;
  /** Answers the controls of the page, by their names. */
  fill(answers: Answers): Promise<void>;
  /** Presses a button of the page. @param number which of several that are called so, from 1 */
  press(button: string, number?: number): Promise<void>;
  follow(link: string): Promise<void>;
  /** Waits until the page says this. */
  waitToSee(text: string): Promise<void>;
  goBack(): Promise<void>;
  /** Everything that can be read on the page, what was typed into its controls included. */
  read(): Promise<string>;
  title(): Promise<string>;
  /** The names of the cookies that the page's address would be sent. */
  cookies(): Promise<string[]>;
  close(): Promise<void>;
}
