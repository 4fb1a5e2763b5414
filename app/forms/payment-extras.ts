import { findIntent, findRemovedCode, INTENTS } from './intents';

/** What a button beside Continue changed on the payment view. */
export type ChangedExtra =
  | { what: 'total' }
  /** The code as it was typed; empty where Apply was pressed without one. */
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
  return { what: 'applied', code: typeof typed === 'string' ? typed.trim() : '' };
}
