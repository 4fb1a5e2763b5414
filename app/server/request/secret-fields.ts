/** What is never kept as a draft and never sent back to a page, by field name (design, section 6, "Never sent back to the page"). */
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
