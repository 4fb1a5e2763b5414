/**
 * The enhancements of `app/enhance` that are sent together, one file per group (vite/script-groups.ts). A page names its group, so that its
 * whole script is two requests, both announced in the head: this file and the entry, which contains what every group needs.
 */
export const SCRIPT_GROUPS = {
  /** Included in the entry itself. */
  common: ['clear-errors', 'sending'],
  'own-package': ['build-your-own-price'],
  places: ['address-suggestions', 'place-choices', 'practice-choices'],
  payment: ['card-fields', 'card-typing', 'co-parent-total', 'venmo'],
  receipt: ['print-button', 'tag-manager'],
  credentials: ['password-help', 'username-check'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ScriptGroup = keyof typeof SCRIPT_GROUPS;
