import { READ_AS } from './typed-phone';

/** Invisible to visitors, so a filled field probably means a bot. */
export const HONEYPOT = 'website';

/** Whether the page's script ran. The server removes it before a route reads the form. The script, which is small, does not import this. */
export const SCRIPT_USE = 'script';

/** The errors that the page showed and its schema does not find. They return after a language switch. */
export const SHOWN = 'shown';

/** In a form that contains a refused post, unless that post was a language switch. The page's own language buttons post it, too. */
export const REFUSED_POST = 'refusedPost';

/** The name of the page's notice, which would otherwise be gone after a language switch. */
export const SHOWN_NOTICE = 'shownNotice';

/** The version of the terms that a form's box is for. Kept with a draft, but nothing that a visitor types. */
export const BOX_TERMS = 'terms';

/** The country and the currency for which the provider's card fields were made (`cardPlaceOf`). */
export const CARD_PLACE = 'cardPlace';

const CONTROL_FIELDS = new Set([
  'language',
  'page',
  'back',
  'intent',
  SHOWN,
  'shownCountry',
  'shownZone',
  'term',
  'reviewed',
  'told',
  READ_AS,
  CARD_PLACE,
  HONEYPOT,
  SCRIPT_USE,
  REFUSED_POST,
  SHOWN_NOTICE,
]);

/** Buttons and hidden fields, not answers. */
export function isControlField(name: string): boolean {
  return CONTROL_FIELDS.has(name);
}
