import { findLanguage } from '~/i18n/languages';
import { regionsFor } from '~/i18n/regions';
import { callingCodeOf } from '~/reference/calling-codes';
import { timezonesFor } from '~/reference/timezones';
import { os } from '~/backend/embedded/context';

export const checkCountryCriteria = os.countryCriteria.check.handler(async ({ input }) => criteriaResultOf(input.body));

/** Holds when the phone's calling code is the billing country's, so that +1 serves both the US and Canada (docs/decisions). */
export function criteriaResultOf({ countryCriteria: { countryCode, country } }: CountryCriteria): {
  result: 'success' | 'failure';
} {
  const expected = callingCodeOf(country)?.replace('+', '');
  return { result: expected !== undefined && expected === countryCode.replace('+', '') ? 'success' : 'failure' };
}

interface CountryCriteria {
  countryCriteria: { countryCode: string; country: string };
}

export const regions = os.reference.regions.handler(async ({ input }) =>
  regionsFor(input.params.countryId, findLanguage(input.headers['accept-language'])),
);

/** The zones of a country, or of one of its regions; the first is the default. */
export const timezones = os.reference.timezones.handler(async ({ input }) => {
  const language = findLanguage(input.headers['accept-language']);
  return timezonesFor(language, input.params.countryId, input.query.region);
});

export const clientToken = os.paymentClientToken.get.handler(({ input, context }) =>
  context.charging.clientToken(input.query.country),
);
