/** A field that people cannot see: what fills it is probably a program. */
export const HONEYPOT = 'website';

/** Buttons and machinery, no answers. */
const CONTROL_FIELDS = new Set(['language', 'page', 'back', 'intent', 'shown', 'shownCountry', HONEYPOT]);

/** Whether a field is none of the form's questions. */
export function isControlField(name: string): boolean {
  return CONTROL_FIELDS.has(name);
}

/** What is never kept as a draft and never sent back to a page, by field name (docs/rules.md, "Drafts"). */
export const SECRET_FIELDS: readonly string[] = [
  'cardNumber',
  'cardCvv',
  'cardNonce',
  'cardLastFour',
  'cardBrand',
  'deviceData',
  'venmoNonce',
  'venmoUsername',
  'password',
  'securityAnswer',
  'securityCode',
  'confirmCode',
  'securityCodeConfirm',
];
