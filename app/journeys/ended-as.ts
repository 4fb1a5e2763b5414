/**
 * Why a session goes on under another id (docs/rules.md, "New ids"). The old id keeps this word, and nothing else, for a browser that never
 * received the new one.
 */
export const ENDINGS = ['invite', 'paying', 'paid', 'complete', 'professional'] as const;

export type EndedAs = (typeof ENDINGS)[number];
