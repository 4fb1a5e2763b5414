/**
 * An amount as Braintree writes it: `17955` is `179.55`. Digits are moved, nothing is divided.
 *
 * @param amount minor units of a currency with two decimals, as all of ours are
 * @throws Error when it is no whole, safe, non-negative number
 */
export function toDecimal(amount: number): string {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new Error(`${amount} is no amount in minor units`);
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

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
