import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Phone } from '~/domain/phone';

/**
 * Formats a number for readers of any country: `+44 7700 900123`, without the zero that is dialled only inside a country. A number that
 * libphonenumber cannot parse stays as typed.
 */
export function phoneNumberFor({ countryCode, phoneNumber }: Phone): string {
  return parse({ countryCode, phoneNumber })?.formatInternational() ?? `${countryCode} ${phoneNumber}`;
}

/** Undefined also for an unknown calling code, which a backend may return. The library throws for it. */
function parse({ countryCode, phoneNumber }: Phone) {
  try {
    return parsePhoneNumberFromString(phoneNumber, { defaultCallingCode: countryCode.replace('+', '') });
  } catch {
    return undefined;
  }
}
