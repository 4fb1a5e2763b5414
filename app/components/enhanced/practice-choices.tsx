import type { ListItem } from '~/domain/list-item';
import { PRACTICE_ZONES_BY_REGION } from '~/reference/professionals';
import { supportPhoneOf, usePage } from '~/components/page/page-context';
import { usePlaceProps, type PlaceProps } from './place-choices';
import { useTranslate } from '~/components/page/use-translate';

export interface PracticeChoicesProps extends PlaceProps {
  /** The support phone by country, and the one for all others. */
  phones: Record<string, string>;
  otherPhone: string;
}

/** The empty element for the script that replaces Update on the practice form. @param hasFailed the page lacks a list */
export function PracticeChoices({ countries, hasFailed }: { countries: readonly ListItem[]; hasFailed: boolean }) {
  const page = usePage();
  const t = useTranslate();
  const place = usePlaceProps(countries);
  const props: PracticeChoicesProps = {
    ...place,
    ...(hasFailed && { hasFailed }),
    form: 'practice',
    regionResetsTimezone: false,
    zonesByRegion: PRACTICE_ZONES_BY_REGION,
    phones: Object.fromEntries(['GB', 'IE', 'NZ', 'AU'].map((country) => [country, supportPhoneOf(page, country)])),
    otherPhone: supportPhoneOf(page, 'US'),
    texts: { ...place.texts, oneTimezone: t('professional:practice.oneTimezone') },
  };
  return <div data-enhance="practice-choices" data-props={JSON.stringify(props)} />;
}
