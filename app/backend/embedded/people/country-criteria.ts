import { callingCodeOf } from '~/reference/calling-codes';

/**
 * Succeeds if the phone's calling code is the billing country's. +1 is valid for both the US and Canada (docs/decisions).
 *
 * @param criteria.countryCode a calling code, with or without its plus
 */
export function checkCountryCriteria({
  countryCriteria: { countryCode, country },
}: {
  countryCriteria: { countryCode: string; country: string };
}): { result: 'success' | 'failure' } {
  const expected = callingCodeOf(country)?.replace('+', '');
  return { result: expected !== undefined && expected === countryCode.replace('+', '') ? 'success' : 'failure' };
}
