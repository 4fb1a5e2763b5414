import type { ListItem } from '~/domain/list-item';
import { needsPostalCode } from '~/reference/postal-codes';
import { PRACTICE_ZONES_BY_REGION } from '~/reference/professionals';
import { supportPhoneOf, usePage } from './page-context';
import type { PostalCodeLabel } from './postal-code-label';
import { useTranslate } from './use-translate';

/** What the script beside the practice form is given: its strings, in the visitor's language. */
export interface PracticeChoicesProps {
  /** Where regions, time zones and roles are looked up. */
  lookups: string;
  /** The countries whose time zones depend on the region. */
  zonesByRegion: readonly string[];
  /** The countries whose addresses have no postal code. */
  withoutPostalCode: readonly string[];
  /** The support phone by country, and everywhere else. */
  phones: Record<string, string>;
  otherPhone: string;
  texts: Record<'choose' | 'oneTimezone' | 'failed' | 'state' | 'province' | PostalCodeLabel, string>;
}

/** Where the script mounts that makes Update needless; empty without it. */
export function PracticeChoices({ countries }: { countries: readonly ListItem[] }) {
  const page = usePage();
  const t = useTranslate();
  const props: PracticeChoicesProps = {
    lookups: '/app/join/lookup',
    zonesByRegion: PRACTICE_ZONES_BY_REGION,
    withoutPostalCode: countries.map(({ value }) => value).filter((country) => !needsPostalCode(country)),
    phones: Object.fromEntries(['GB', 'IE', 'NZ', 'AU'].map((country) => [country, supportPhoneOf(page, country)])),
    otherPhone: supportPhoneOf(page, 'US'),
    texts: {
      choose: t('common:choose'),
      oneTimezone: t('professional:practice.oneTimezone'),
      failed: t('common:errors.generic'),
      state: t('checkout:fields.state'),
      province: t('checkout:fields.province'),
      zipCode: t('checkout:fields.zipCode'),
      postalCode: t('checkout:fields.postalCode'),
      postalCodeOptional: t('checkout:fields.postalCodeOptional'),
    },
  };
  return <div data-enhance="practice-choices" data-props={JSON.stringify(props)} />;
}
