import { READ_AS } from './typed-phone';

/** Invisible to visitors, so a filled field probably means a bot. */
export const HONEYPOT = 'website';

const CONTROL_FIELDS = new Set([
  'language',
  'page',
  'back',
  'intent',
  'shown',
  'shownCountry',
  'shownZone',
  'term',
  'reviewed',
  'told',
  READ_AS,
  HONEYPOT,
]);

/** Buttons and hidden fields, not answers. */
export function isControlField(name: string): boolean {
  return CONTROL_FIELDS.has(name);
}
