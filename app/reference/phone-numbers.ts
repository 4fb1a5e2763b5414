import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Phone } from '~/domain/phone';

/**
 * Formats a number for readers of any country: `+44 7700 900123`, without the zero that is dialled only inside a country. A number that
 * libphonenumber cannot parse stays as typed.
 */
export function phoneNumberFor({ countryCode, phoneNumber }: Phone): string {
  const read = parsePhoneNumberFromString(phoneNumber, { defaultCallingCode: countryCode.replace('+', '') });
  return read?.formatInternational() ?? `${countryCode} ${phoneNumber}`;
}
