import { os } from '~/backend/embedded/context';
import { findLanguage, type Language } from '~/i18n/languages';
import { regionsFor } from '~/i18n/regions';
import { timezonesFor } from '~/reference/timezones';
import type { LookupName } from '~/backend/schemas/professional';
import type { ListItem } from '~/domain/list-item';
import { translate } from '~/i18n/translator';
import { countriesFor } from '~/reference/countries';
import {
  BENCH_OFFICER_POSITIONS,
  COLLEAGUE_ROLES,
  PROFESSIONAL_PHONE_CODES,
  REFERRAL_SOURCES,
  rolesOf,
  TITLES,
} from '~/reference/professionals';

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

/** @param country its roles are listed */
function optionListOf(name: LookupName, language: Language, country: string): ListItem[] {
  const t = translate(language);
  switch (name) {
    case 'titles':
      return TITLES.map((value) => ({ value, name: t(`backend:lookups.titles.${value}`) }));
    case 'referrals':
      return REFERRAL_SOURCES.map((value) => ({ value, name: t(`backend:lookups.referrals.${value}`) }));
    case 'bench-officers':
      return BENCH_OFFICER_POSITIONS.map((value) => ({ value, name: t(`backend:lookups.benchOfficers.${value}`) }));
    case 'colleagues':
      return COLLEAGUE_ROLES.map((value) => ({ value, name: t(`backend:lookups.colleagues.${value}`) }));
    case 'country-codes':
      return PROFESSIONAL_PHONE_CODES.map((value) => ({ value, name: t(`backend:lookups.countryCodes.${value}`) }));
    case 'countries':
      return [...countriesFor(language)];
    case 'roles':
      return rolesOf(country).map((value) => ({ value, name: t(`backend:lookups.roles.${value}`) }));
  }
}
