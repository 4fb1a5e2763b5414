import type { Answers } from '~tests/answers/parent-answers';

/** The actions of a visitor in any browser. Every method waits for the page's response, and fails without one. */
export interface Browser {
  /** Whether our scripts run in it. */
  readonly hasScript: boolean;
  /** Whether its history shows old pages regardless of their cache headers. */
  readonly keepsPages: boolean;
  /** Goes to an address, as if typed. */
  open(url: string): Promise<void>;
  /** Fills in controls by name. */
  fill(answers: Answers): Promise<void>;
  /** @param number selects one of several buttons with the same name, from 1 */
  press(button: string, number?: number): Promise<void>;
  follow(link: string): Promise<void>;
  /** Waits for this text. */
  waitToSee(text: string): Promise<void>;
  goBack(): Promise<void>;
  /** Returns all visible text, including values of controls. */
  read(): Promise<string>;
  title(): Promise<string>;
  /** The names of the cookies sent to the page's URL. */
  cookies(): Promise<string[]>;
  close(): Promise<void>;
}
