/** What a postal code is called: the text of `checkout:fields`, for the server's page and the script beside it. */
export type PostalCodeLabel = 'zipCode' | 'postalCode' | 'postalCodeOptional';

/** @param isNeeded whether the country's addresses have one */
export function postalCodeLabel(country: string, isNeeded: boolean): PostalCodeLabel {
  if (!isNeeded) return 'postalCodeOptional';
  return country === 'US' ? 'zipCode' : 'postalCode';
}
