/**
 * Converts a decimal amount from Braintree to minor units.
 *
 * @throws Error unless the amount has exactly two decimals
 */
export function fromDecimal(decimal: unknown): number {
  const [, units, cents] = (typeof decimal === 'string' && /^(\d{1,13})\.(\d{2})$/.exec(decimal)) || [];
  if (units === undefined || cents === undefined) throw new Error('Braintree returned an unreadable amount');
  return Number(units + cents);
}
