import { withAsciiDigits } from '~/domain/digits';
/** Values of the secondary buttons, all named `intent`. A form posted without one comes from its main button. */
export const INTENTS = {
  addChild: 'add-child',
  answerSpeedBump: 'speed-bump',
  skipSpeedBump: 'skip-speed-bump',
  update: 'update',
  applyCode: 'apply-code',
  acceptCountryMismatch: 'country-mismatch',
  paypal: 'paypal',
  venmo: 'venmo',
  /** Sent by the script that opens Venmo in the browser. */
  openVenmo: 'open-venmo',
  retry: 'retry',
  join: 'join',
  begin: 'begin',
  stay: 'stay',
  moreTime: 'more-time',
} as const;

/** The end of the address of a page that confirms that more time was given. */
export const MORE_TIME_GIVEN = 'kept=longer';

export function withoutMoreTime(address: string): string {
  return address.endsWith(MORE_TIME_GIVEN) ? address.slice(0, -MORE_TIME_GIVEN.length - 1) : address;
}

/** @param index counted from 0 */
export function removeChildIntent(index: number): string {
  return `remove-child-${index}`;
}

/** Undefined if another button was pressed. */
export function findRemovedChild(form: FormData): number | undefined {
  const index = /^remove-child-(\d{1,2})$/.exec(findIntent(form) ?? '')?.[1];
  return index === undefined ? undefined : Number(index);
}

export function removeCodeIntent(code: string): string {
  return `remove-code ${code}`;
}

/** The name under which the page shows the error of a listed code, at its button Remove. */
export function listedCodeName(index: number): string {
  return `code-${index}`;
}

/** Undefined if another button was pressed. */
export function findRemovedCode(form: FormData): string | undefined {
  return /^remove-code (.+)$/.exec(findIntent(form) ?? '')?.[1];
}

/** Undefined for the main button. */
export function findIntent(form: FormData): string | undefined {
  const intent = form.get('intent');
  return typeof intent === 'string' ? intent : undefined;
}

/** Whether a button of the language menu was pressed. It only shows the page again, with everything typed. */
export function isLanguageSwitch(form: FormData): boolean {
  return form.has('language');
}

const SENDING: readonly string[] = [INTENTS.answerSpeedBump, INTENTS.retry];

/**
 * Whether the pressed button sends the answers, as the main one does. All others only show the page again, even one that no step of this
 * build has: another build served its page, and what it meant to do is unknown.
 */
export function sendsAnswers(form: FormData): boolean {
  const intent = findIntent(form);
  return !isLanguageSwitch(form) && (intent === undefined || SENDING.includes(intent));
}

/** What a secondary button changed on the payment view. */
export type ChangedExtra =
  | { what: 'total' }
  /** The code as it was typed; empty if Apply was pressed without one. */
  | { what: 'applied'; code: string }
  | { what: 'removed'; code: string };

/** Undefined for every other button. @param form as it was posted, with the typed code */
export function findChangedExtra(form: FormData): ChangedExtra | undefined {
  const removed = findRemovedCode(form);
  if (removed !== undefined) return { what: 'removed', code: removed };
  const intent = findIntent(form);
  if (intent === INTENTS.update) return { what: 'total' };
  if (intent !== INTENTS.applyCode) return undefined;
  const typed = form.get('subscriptionCode');
  return { what: 'applied', code: typeof typed === 'string' ? withAsciiDigits(typed).trim() : '' };
}
