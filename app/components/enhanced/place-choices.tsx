import type { ListItem } from '~/domain/list-item';
import { needsPostalCode } from '~/reference/postal-codes';
import { COUNTRIES_WITH_ZONES_BY_REGION } from '~/reference/timezones';
import type { PostalCodeLabel } from './postal-code-label';
import { useTranslate } from '~/components/page/use-translate';

/** What a script beside country, region, postal code and time zone is given: its strings, in the visitor's language. */
export interface PlaceProps {
  /** Where lists are looked up. */
  lookups: string;
  /** Whose lists: the billing form has its own, a practice's are the backend's. */
  form: 'billing' | 'practice';
  /** The countries whose time zones depend on the region. */
  zonesByRegion: readonly string[];
  /** Another region resets the time zone (docs/rules.md, "Country, region and time zone"). */
  regionResetsTimezone: boolean;
  /** The countries whose addresses have no postal code. */
  withoutPostalCode: readonly string[];
  texts: Record<'choose' | 'failed' | 'state' | 'province' | PostalCodeLabel, string> & {
    /** Stands by a sole time zone. */
    oneTimezone: string | null;
  };
}

/** The empty place of the script that makes Update needless on the billing form. */
export function PlaceChoices({ countries }: { countries: readonly ListItem[] }) {
  const props: PlaceProps = {
    ...usePlaceProps(countries),
    form: 'billing',
    regionResetsTimezone: true,
    zonesByRegion: COUNTRIES_WITH_ZONES_BY_REGION,
  };
  return <div data-enhance="place-choices" data-props={JSON.stringify(props)} />;
}

/** What is the same wherever a country decides about the controls beside it. */
export function usePlaceProps(countries: readonly ListItem[]) {
  const t = useTranslate();
  return {
    lookups: '/app/join/lookup',
    withoutPostalCode: countries.map(({ value }) => value).filter((country) => !needsPostalCode(country)),
    texts: {
      choose: t('common:choose'),
      oneTimezone: null,
      failed: t('common:errors.generic'),
      state: t('checkout:fields.state'),
      province: t('checkout:fields.province'),
      zipCode: t('checkout:fields.zipCode'),
      postalCode: t('checkout:fields.postalCode'),
      postalCodeOptional: t('checkout:fields.postalCodeOptional'),
    },
  };
}
