/**
 * Which enhancements of `app/enhance` are sent together, as one file each (vite/script-groups.ts). A page names its group, so that its
 * whole script is two requests, known from the head: this file and the entry, which has what every group needs.
 */
export const SCRIPT_GROUPS = {
  /** In the entry itself. */
  common: ['mended-errors', 'sending', 'tag-manager'],
  'own-package': ['build-your-own-price'],
  places: ['address-suggestions', 'place-choices', 'practice-choices'],
  payment: ['card-fields', 'card-typing', 'co-parent-total', 'venmo'],
  credentials: ['password-help', 'username-check'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ScriptGroup = keyof typeof SCRIPT_GROUPS;
