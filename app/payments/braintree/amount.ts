/**
 * The minor units of an amount that Braintree wrote.
 *
 * @throws Error when it has not exactly two decimals: then it is not what we think it is
 */
export function fromDecimal(decimal: unknown): number {
  const [, units, cents] = (typeof decimal === 'string' && /^(\d{1,13})\.(\d{2})$/.exec(decimal)) || [];
  if (units === undefined || cents === undefined) throw new Error('Braintree sent an amount that cannot be read');
  return Number(units + cents);
}
