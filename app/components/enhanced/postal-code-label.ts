/** The key in `checkout:fields` of the label for a postal code, shared by the server's page and its script. */
export type PostalCodeLabel = 'zipCode' | 'postalCode' | 'postalCodeOptional';

/** @param isNeeded whether the country's addresses have a postal code */
export function postalCodeLabel(country: string, isNeeded: boolean): PostalCodeLabel {
  if (!isNeeded) return 'postalCodeOptional';
  return country === 'US' ? 'zipCode' : 'postalCode';
}
