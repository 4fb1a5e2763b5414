import type { Answers } from '~tests/answers/parent-answers';
import type { Browser } from '../browser';
import { textOf, type Screen, type Terminal } from './terminal';
import { translate } from '~/i18n/translator';
import { CONTACT } from '~/steps/contact';

const english = translate('en');

/** Patterns that find the labels in a text browser. */
const CONTACT_LABELS = Object.fromEntries(
  Object.entries(CONTACT.fields).map(([name, { label }]) => [
    name,
    new RegExp(english(label).replace(/[()]/g, String.raw`\$&`)),
  ]),
) as Record<keyof typeof CONTACT.fields, RegExp>;

/** The label of a control on the screen. A text browser has no other way to find it. */
interface ControlText {
  label: RegExp;
  /** Which of several with the same name, from 1. */
  number?: number;
  /** A list that opens, or radio buttons and checkboxes with labels. Other controls are typed into or ticked. */
  kind?: 'list' | 'choice';
  /** The displayed text of each value. */
  texts?: Readonly<Record<string, string>>;
}

const list = (label: RegExp, texts: ControlText['texts']): ControlText => ({ label, kind: 'list', texts });
const choice = (label: RegExp, texts: ControlText['texts']): ControlText => ({ label, kind: 'choice', texts });

/** Every control that a walk fills in, by name. */
const CONTROLS: Readonly<Record<string, ControlText>> = {
  ...Object.fromEntries(Object.entries(CONTACT_LABELS).map(([name, label]) => [name, { label }])),
  countryCode: list(CONTACT_LABELS.countryCode, { '+1': 'United States, Canada (+1)' }),
  'children[0].firstName': { label: CONTACT_LABELS.firstName, number: 2 },
  'children[0].lastName': { label: CONTACT_LABELS.lastName, number: 2 },
  packageId: choice(/Package/, { 2021: 'Plus $168.00 a year' }),
  billingAddress: { label: /Billing address/ },
  billingAddress2: { label: /Apartment or suite \(optional\)/ },
  city: { label: /City/ },
  country: list(/Country/, { US: 'United States', CA: 'Canada' }),
  region: list(/State|Province/, { MN: 'Minnesota', NS: 'Nova Scotia' }),
  postalCode: { label: /ZIP code|Postal code/ },
  timezone: list(/Time zone/, {
    'America/Chicago': 'Central Time (Chicago)',
    'America/Halifax': 'Atlantic Time (Halifax)',
  }),
  referral: list(/How did you first hear about (us|the product)\?/, { NEWS: 'News story', OTHER: 'Other' }),
  referralOther: { label: /Tell us more/ },
  cardHolderName: { label: /Name on card/ },
  cardNumber: { label: /Card number/ },
  cardExpiration: { label: /Expiration MM\/YY/ },
  cardCvv: { label: /Security code/ },
  securityQuestion: { label: /Security question/ },
  securityAnswer: { label: /Security answer/ },
  securityCode: { label: /4 digit security code|Security code/ },
  confirmCode: { label: /Confirm the code/ },
  securityCodeConfirm: { label: /Confirm the code/ },
  username: { label: /Username/ },
  password: { label: /Password/ },
  termsAndConditions: { label: /I agree to the Terms & Conditions and the Privacy Policy\./ },
  title: list(/Title \(optional\)/, { HON: 'Hon.' }),
  credentials: { label: /Credentials \(optional\)/ },
  phoneCountryCode: list(/Country code/, { '+1': 'US/Canada +1' }),
  phoneExtension: { label: /Extension \(optional\)/ },
  hearAboutUs: list(/How did you hear about us\?/, { SEARCH_ENGINE: 'Search Engine' }),
  practiceName: { label: /Practice name/ },
  addressLine1: { label: /Address/ },
  addressLine2: { label: /Suite or floor \(optional\)/ },
  roles: choice(/Your roles/, { PARENTING_COORDINATOR: 'Parenting Coordinator' }),
};

/** A text browser. Subclasses know how it draws controls, and which keys reach and press them. */
export abstract class TextBrowser implements Browser {
  readonly hasScript = false;
  readonly keepsPages = true;

  constructor(protected readonly terminal: Terminal) {}

  async open(url: string): Promise<void> {
    await this.pressAndWait(() => this.typeAddress(url));
  }

  async fill(answers: Answers): Promise<void> {
    for (const [name, answer] of Object.entries(answers)) {
      const words = CONTROLS[name];
      if (!words) throw new Error(`CONTROLS has no entry for ${name}`);
      for (const one of Array.isArray(answer) ? answer : [answer]) await this.answer(words, one);
    }
  }

  async press(button: string, number?: number): Promise<void> {
    await this.pressAndWait(() => this.pressButton(button, number));
  }

  async follow(link: string): Promise<void> {
    await this.pressAndWait(() => this.followLink(link));
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

  protected abstract typeAddress(url: string): Promise<void>;
  protected abstract type(label: Label, text: string): Promise<void>;
  protected abstract select(label: Label, option: string): Promise<void>;
  /** @param label of the box or the button itself */
  protected abstract tick(label: string): Promise<void>;
  protected abstract pressButton(button: string, number?: number): Promise<void>;
  protected abstract followLink(link: string): Promise<void>;
  /** Whether the cursor is at its position on a newly opened page. */
  protected abstract isAtTop(screen: Screen): boolean;

  /** The pressed control is further down, so a cursor at the top means that the next page has loaded. */
  private async pressAndWait(press: () => Promise<void>): Promise<void> {
    await press();
    await this.terminal.waitFor('the next page', (screen) => this.isAtTop(screen));
  }

  private answer({ label, number = 1, kind, texts }: ControlText, answer: string | boolean): Promise<void> {
    if (answer === true) return this.tick(label.source.replaceAll('\\', ''));
    if (answer === false) throw new Error('Omit a checkbox that stays unchecked');
    if (!kind) return this.type({ label, number }, answer);
    const words = texts?.[answer];
    if (!words) throw new Error(`CONTROLS has no text for the value ${answer}`);
    return kind === 'list' ? this.select({ label, number }, words) : this.tick(words);
  }
}

export interface Label {
  label: RegExp;
  number: number;
}

/**
 * Finds the start of a control, after its label at the beginning of a row.
 *
 * @returns the offset in the rows joined with newlines
 */
export function placeBehind({ label, number }: Label, { rows }: Screen): number | undefined {
  const found = [...rows.join('\n').matchAll(new RegExp(`^ *(?:${label.source}) ?(?=\\[|$)`, 'gm'))][number - 1];
  return found && found.index + found[0].length;
}

/** @returns the last match by default: a page's main button comes after its hidden copy */
export function findOne(pattern: RegExp, text: string, number?: number): RegExpExecArray | undefined {
  return [...text.matchAll(pattern)].at(number === undefined ? -1 : number - 1);
}

/** Escapes a text for a pattern. */
export function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
