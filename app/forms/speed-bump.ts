import { isEmail } from '~/domain/email';
import { INTENTS, readIntent } from './intents';

/** What stands on `/step2` of the dialog that asks for the co-parent's e-mail. */
export interface SpeedBump {
  /** False once it was answered or closed: it does not come again on this page. */
  isOpen: boolean;
  /** As it was typed. */
  email: string;
  /** A key. */
  error?: string;
}

const CLOSED: SpeedBump = { isOpen: false, email: '' };
/** The dialog as it comes up. */
export const ASKING: SpeedBump = { isOpen: true, email: '' };

/**
 * Takes what was answered to the dialog: a valid e-mail becomes the co-parent's, and the form goes on with it; skipping closes it, and
 * everything else leaves it open with its message (docs/rules.md, "E-mail speed bump").
 *
 * @param form changed: the dialog's own field is taken out
 * @returns undefined where the dialog has not been on the page yet
 */
export function takeSpeedBump(form: FormData): SpeedBump | undefined {
  const typed = form.get('speedBumpEmail');
  form.delete('speedBumpEmail');
  if (typeof typed !== 'string') return form.has('speedBump') ? CLOSED : undefined;
  if (readIntent(form) === INTENTS.skipSpeedBump) return CLOSED;
  const email = typed.trim();
  if (form.has('language')) return { isOpen: true, email };
  if (!isEmail(email)) return { isOpen: true, email, error: 'errors:speedBumpEmail' };
  form.set('email', email);
  form.set('knowsCoParentEmail', 'yes');
  return CLOSED;
}
