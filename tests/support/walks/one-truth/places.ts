/** A billing address as typed into the form. */
export interface Place {
  billingAddress: string;
  city: string;
  country: string;
  region?: string;
  postalCode: string;
  timezone: string;
}

/** Two states with different taxes, a country with pounds, one with provinces, and two without tax. */
export const PLACES = {
  minnesota: {
    billingAddress: '12 Elm Street',
    city: 'Saint Paul',
    country: 'US',
    region: 'MN',
    postalCode: '55101',
    timezone: 'America/Chicago',
  },
  texas: {
    billingAddress: '7 Oak Avenue',
    city: 'Austin',
    country: 'US',
    region: 'TX',
    postalCode: '78701',
    timezone: 'America/Chicago',
  },
  leeds: {
    billingAddress: '1 High Street',
    city: 'Leeds',
    country: 'GB',
    postalCode: 'LS1 4AP',
    timezone: 'Europe/London',
  },
  ontario: {
    billingAddress: '3 Maple Road',
    city: 'Ottawa',
    country: 'CA',
    region: 'ON',
    postalCode: 'K1A 0B1',
    timezone: 'America/Toronto',
  },
  mexico: {
    billingAddress: 'Calle Madero 5',
    city: 'Ciudad de México',
    country: 'MX',
    region: 'CMX',
    postalCode: '06000',
    timezone: 'America/Mexico_City',
  },
  sydney: {
    billingAddress: '9 George Street',
    city: 'Sydney',
    country: 'AU',
    region: 'NSW',
    postalCode: '2000',
    timezone: 'Australia/Sydney',
  },
} as const satisfies Record<string, Place>;

export type PlaceName = keyof typeof PLACES;

/** Phones of these countries as the form stores them. */
export const PHONES = {
  minnesotan: { countryCode: '+1', phoneNumber: '6125550100' },
  texan: { countryCode: '+1', phoneNumber: '5125550143' },
  british: { countryCode: '+44', phoneNumber: '2079460958' },
  mexican: { countryCode: '+52', phoneNumber: '5555550123' },
  australian: { countryCode: '+61', phoneNumber: '291234567' },
  /** Typed with a calling code, while the form selects that of the United States. */
  britishWithPlus: { countryCode: '+1', phoneNumber: '+44 7700 900123' },
  britishWithZeros: { countryCode: '+1', phoneNumber: '0044 7700 900123' },
} as const;

export type PhoneName = keyof typeof PHONES;

/** The country preselected in the billing form. */
export const COUNTRY_OF_CODE: Readonly<Record<string, string>> = { '+1': 'US', '+44': 'GB', '+52': 'MX', '+61': 'AU' };

/** Returns a phone as one text with the typed calling code, such as `+44 7700900123`. */
export function spokenPhone({ countryCode, phoneNumber }: { countryCode: string; phoneNumber: string }): string {
  const own = Object.keys(COUNTRY_OF_CODE).find((code) =>
    [code, code.replace('+', '00')].some((start) => phoneNumber.replace(/^\s+/, '').startsWith(start)),
  );
  const digits = phoneNumber.replace(/\D/g, '');
  if (!own) return `${countryCode} ${digits}`;
  return `${own} ${digits.replace(/^00/, '').slice(own.length - 1)}`;
}
