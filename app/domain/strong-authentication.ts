/**
 * Whether a card's bank has to confirm who pays (3-D Secure): in the United Kingdom, by the Payment Services Regulations 2017,
 * regulation 100.
 */
export function isAuthenticationRequired(country: string): boolean {
  return country === 'GB';
}
