/** Values of the secondary buttons, all named `intent`. A form posted without one is its main submit. */
export const INTENTS = {
  addChild: 'add-child',
  answerSpeedBump: 'speed-bump',
  skipSpeedBump: 'skip-speed-bump',
  update: 'update',
  applyCode: 'apply-code',
  checkUsername: 'check-username',
  acceptCountryMismatch: 'country-mismatch',
  paypal: 'paypal',
  venmo: 'venmo',
  retry: 'retry',
  join: 'join',
  stay: 'stay',
  moreTime: 'more-time',
} as const;

/** The query of the page that says that more time was given. */
export const MORE_TIME_GIVEN = '?kept=longer';

/** @param index counted from 0 */
export function removeChildIntent(index: number): string {
  return `remove-child-${index}`;
}

/** Undefined when another button was pressed. */
export function findRemovedChild(form: FormData): number | undefined {
  const index = /^remove-child-(\d{1,2})$/.exec(findIntent(form) ?? '')?.[1];
  return index === undefined ? undefined : Number(index);
}

export function removeCodeIntent(code: string): string {
  return `remove-code ${code}`;
}

/** Undefined when another button was pressed. */
export function findRemovedCode(form: FormData): string | undefined {
  return /^remove-code (.+)$/.exec(findIntent(form) ?? '')?.[1];
}

/** Undefined for the main button. */
export function findIntent(form: FormData): string | undefined {
  const intent = form.get('intent');
  return typeof intent === 'string' ? intent : undefined;
}
