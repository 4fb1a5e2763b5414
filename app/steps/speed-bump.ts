import { isEmail } from '~/domain/email';
import { INTENTS, findIntent, isLanguageSwitch } from './intents';

/** State of the dialog on `/step2` that asks for the co-parent's e-mail. */
export interface SpeedBump {
  /** False once answered or closed; it does not open again on this page. */
  isOpen: boolean;
  email: string;
  /** A text key. */
  error?: string;
}

const CLOSED_SPEED_BUMP: SpeedBump = { isOpen: false, email: '' };
export const OPEN_SPEED_BUMP: SpeedBump = { isOpen: true, email: '' };

/**
 * Reads the dialog's answer (docs/rules.md, "E-mail speed bump"). A valid e-mail becomes the co-parent's.
 *
 * @param form the dialog's own field is removed from it
 * @returns undefined if the dialog has not been shown yet
 */
export function takeSpeedBump(form: FormData): SpeedBump | undefined {
  const typed = form.get('speedBumpEmail');
  form.delete('speedBumpEmail');
  if (typeof typed !== 'string') return form.has('speedBump') ? CLOSED_SPEED_BUMP : undefined;
  if (findIntent(form) === INTENTS.skipSpeedBump) return CLOSED_SPEED_BUMP;
  const email = typed.trim();
  if (isLanguageSwitch(form)) return { isOpen: true, email };
  if (!isEmail(email)) return { isOpen: true, email, error: 'errors:speedBumpEmail' };
  form.set('email', email);
  form.set('knowsCoParentEmail', 'yes');
  return CLOSED_SPEED_BUMP;
}
