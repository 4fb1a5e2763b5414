import { callingCodeOf } from '~/reference/calling-codes';

/**
 * Holds when the phone's calling code is the billing country's, so that +1 serves both the US and Canada (docs/decisions).
 *
 * @param criteria.countryCode a calling code, with its plus or without
 */
export function checkCountryCriteria({
  countryCriteria: { countryCode, country },
}: {
  countryCriteria: { countryCode: string; country: string };
}): { result: 'success' | 'failure' } {
  const expected = callingCodeOf(country)?.replace('+', '');
  return { result: expected !== undefined && expected === countryCode.replace('+', '') ? 'success' : 'failure' };
}
