/** docs/rules.md, "Terms and marketing" */
export function isConsentRequired(country: string): boolean {
  return country !== 'US';
}

/** 3-D Secure is required in the United Kingdom (Payment Services Regulations 2017, regulation 100). */
export function isAuthenticationRequired(country: string): boolean {
  return country === 'GB';
}

/** The European Union with the European Economic Area (directive 2011/83/EU, article 9). */
const EUROPE = [
  ...'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
  // Parts of France and Finland with separate codes (Treaty on the Functioning of the European Union, article 355(1) and (4)).
  ...'AX GF GP MF MQ RE YT'.split(' '),
];

/**
 * Whether distance buyers in a country may withdraw within 14 days. In the United Kingdom by the Consumer Contracts Regulations 2013,
 * regulation 29.
 */
export function hasRightOfWithdrawal(country: string): boolean {
  return country === 'GB' || EUROPE.includes(country);
}

export const WITHDRAWAL_DAYS = 14;

export type SupportPhones = Readonly<Record<'US' | 'NZ' | 'AU' | 'UK', string>>;

/**
 * docs/rules.md, "Support contacts"
 *
 * @param country ISO 3166-1 alpha-2; null while unknown
 */
export function supportPhoneIn(phones: SupportPhones, country: string | null): string {
  if (country === 'NZ' || country === 'AU') return phones[country];
  return country === 'GB' || country === 'IE' ? phones.UK : phones.US;
}

/** The country whose support phone the readers of a language see where nothing else of them is known. */
export function countryOfReaders(language: string): 'GB' | null {
  return language === 'en-GB' ? 'GB' : null;
}
