import { PRACTICE_ZONES_BY_REGION } from '~/reference/professionals';
import { supportPhoneOf, usePage } from './page-context';
import { useTranslate } from './use-translate';

/** What the script beside the practice form is given: its strings, in the visitor's language. */
export interface PracticeChoicesProps {
  /** Where regions, time zones and roles are looked up. */
  lookups: string;
  /** The countries whose time zones depend on the region. */
  zonesByRegion: readonly string[];
  /** The support phone by country, and everywhere else. */
  phones: Record<string, string>;
  otherPhone: string;
  texts: Record<'choose' | 'oneTimezone' | 'failed' | 'state' | 'province' | 'zipCode' | 'postalCode', string>;
}

/** Where the script mounts that makes Update needless; empty without it. */
export function PracticeChoices() {
  const page = usePage();
  const t = useTranslate();
  const props: PracticeChoicesProps = {
    lookups: '/app/join/lookup',
    zonesByRegion: PRACTICE_ZONES_BY_REGION,
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
    },
  };
  return <div data-enhance="practice-choices" data-props={JSON.stringify(props)} />;
}
