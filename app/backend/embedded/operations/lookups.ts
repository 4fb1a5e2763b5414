import { os } from '~/backend/embedded/context';
import { optionListOf } from '~/backend/embedded/people/option-lists';
import { findLanguage } from '~/i18n/languages';
import { regionsFor } from '~/i18n/regions';
import { timezonesFor } from '~/reference/timezones';

export const list = os.lookups.list.handler(async ({ input }) => {
  const language = findLanguage(input.headers['accept-language']);
  return optionListOf(input.params.list, language, input.query.country ?? '');
});

export const regions = os.reference.regions.handler(async ({ input }) => [
  ...regionsFor(input.params.countryId, findLanguage(input.headers['accept-language'])),
]);

/** The time zones of a country or a region. The first is the default. */
export const timezones = os.reference.timezones.handler(async ({ input }) => {
  const language = findLanguage(input.headers['accept-language']);
  return timezonesFor(language, input.params.countryId, input.query.region);
});
