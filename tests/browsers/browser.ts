import type { Answers } from '~tests/answers/parent-answers';

/** What a person can do with any browser. Every method waits for the page's response, and fails without one. */
export interface Browser {
  /** Whether our scripts run in it. */
  readonly hasScript: boolean;
  /** Whether its history shows old pages whatever their cache headers say. */
  readonly keepsPages: boolean;
  /** Goes to an address, as if typed. */
  open(url: string): Promise<void>;
  /** Fills in controls by name. */
  fill(answers: Answers): Promise<void>;
  /** @param number which of several with the same name, from 1 */
  press(button: string, number?: number): Promise<void>;
  follow(link: string): Promise<void>;
  /** Waits for this text. */
  waitToSee(text: string): Promise<void>;
  goBack(): Promise<void>;
  /** All visible text, values of controls included. */
  read(): Promise<string>;
  title(): Promise<string>;
  /** The names of the cookies sent to the page's URL. */
  cookies(): Promise<string[]>;
  close(): Promise<void>;
}
