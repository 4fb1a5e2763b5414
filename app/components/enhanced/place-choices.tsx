import { BASE_PATH } from '~/domain/base-path';
import type { ListItem } from '~/domain/list-item';
import { needsPostalCode } from '~/reference/postal-codes';
import { COUNTRIES_WITH_ZONES_BY_REGION } from '~/reference/timezones';
import type { PlaceMessageTexts } from './place-message';
import type { PostalCodeLabel } from './postal-code-label';
import { useTranslate } from '~/components/page/use-translate';

/** Props of the scripts for country, region, postal code and time zone. */
export interface PlaceProps {
  /** The URL of the look-ups. */
  lookups: string;
  /** The page lacks a list, which Update loads again. */
  hasFailed?: boolean;
  /** Selects the source of the lists: built-in data for the billing form, the backend for a practice. */
  form: 'billing' | 'practice';
  /** The countries whose time zones depend on the region. */
  zonesByRegion: readonly string[];
  /** Choosing another region resets the time zone (docs/rules.md, "Country, region and time zone"). */
  regionResetsTimezone: boolean;
  /** The countries whose addresses have no postal code. */
  withoutPostalCode: readonly string[];
  texts: Record<'choose' | 'loading' | 'failed' | 'state' | 'province' | PostalCodeLabel, string> & {
    message: PlaceMessageTexts;
    /** The hint for a single time zone. */
    oneTimezone: string | null;
  };
}

/** The empty element for the script that replaces Update on the billing form. */
export function PlaceChoices({ countries }: { countries: readonly ListItem[] }) {
  const props: PlaceProps = {
    ...usePlaceProps(countries),
    form: 'billing',
    regionResetsTimezone: true,
    zonesByRegion: COUNTRIES_WITH_ZONES_BY_REGION,
  };
  return <div data-enhance="place-choices" data-props={JSON.stringify(props)} />;
}

export function usePlaceProps(countries: readonly ListItem[]) {
  const t = useTranslate();
  const message = usePlaceMessageTexts();
  return {
    lookups: `${BASE_PATH}/lookup`,
    withoutPostalCode: countries.map(({ value }) => value).filter((country) => !needsPostalCode(country)),
    texts: {
      choose: t('common:choose'),
      oneTimezone: null,
      loading: t('common:places.loading'),
      failed: t('common:places.failed', { update: t('common:buttons.update') }),
      message,
      state: t('checkout:fields.state'),
      province: t('checkout:fields.province'),
      zipCode: t('checkout:fields.zipCode'),
      postalCode: t('checkout:fields.postalCode'),
      postalCodeOptional: t('checkout:fields.postalCodeOptional'),
    },
  };
}

export function usePlaceMessageTexts(): PlaceMessageTexts {
  const t = useTranslate();
  return { listsFor: t('common:places.listsFor'), choose: t('common:places.choose') };
}
