import type { LookupName } from '~/backend/schemas/professional';
import type { ListItem } from '~/domain/list-item';
import type { Language } from '~/i18n/languages';
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

/** @param country decides the roles */
export function optionListOf(name: LookupName, language: Language, country: string): ListItem[] {
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
