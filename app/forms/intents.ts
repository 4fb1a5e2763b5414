/**
 * The `value` of each of a form's second buttons, all of them named `intent`. A form that is posted without one is its main submit.
 */
export const INTENTS = {
  addChild: 'add-child',
  answerSpeedBump: 'speed-bump',
  skipSpeedBump: 'skip-speed-bump',
  update: 'update',
  applyCode: 'apply-code',
  acceptCountryMismatch: 'country-mismatch',
  paypal: 'paypal',
  venmo: 'venmo',
  retry: 'retry',
  join: 'join',
  stay: 'stay',
} as const;

/** The Remove button of a child, counted from 0. */
export function removeChildIntent(index: number): string {
  return `remove-child-${index}`;
}

/** The child that Remove was pressed beside; undefined for another button. */
export function removedChild(form: FormData): number | undefined {
  const index = /^remove-child-(\d{1,2})$/.exec(readIntent(form) ?? '')?.[1];
  return index === undefined ? undefined : Number(index);
}

/** The Remove button of an activation code. */
export function removeCodeIntent(code: string): string {
  return `remove-code ${code}`;
}

/** The code that Remove was pressed beside; undefined for another button. */
export function removedCode(form: FormData): string | undefined {
  return /^remove-code (.+)$/.exec(readIntent(form) ?? '')?.[1];
}

/** Which second button was pressed; undefined for the main one. */
export function readIntent(form: FormData): string | undefined {
  const intent = form.get('intent');
  return typeof intent === 'string' ? intent : undefined;
}
