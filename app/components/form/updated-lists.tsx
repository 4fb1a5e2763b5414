import type { Translate } from '~/i18n/translator';
import { needsPostalCode } from '~/reference/postal-codes';
import { postalCodeLabel } from '~/components/enhanced/postal-code-label';
import { placeMessage } from '~/components/enhanced/place-message';
import { usePlaceMessageTexts } from '~/components/enhanced/place-choices';
import type { ListItem } from '~/domain/list-item';
import type { UpdatedPlace } from '~/steps/billing';
import { nameIn } from '~/domain/list-item';

interface Updated {
  updated: UpdatedPlace | undefined;
  regions: readonly ListItem[];
  timezones: readonly ListItem[];
}

/** The list that takes the focus after Update, with its description of the change. */
export function focusedList({
  updated,
  regions,
}: Pick<Updated, 'updated' | 'regions'>): 'region' | 'timezone' | undefined {
  if (updated === 'country' && regions.length > 0) return 'region';
  return updated && 'timezone';
}

/** The props for the focused list. */
export function focusProps(isFocused: boolean) {
  return isFocused ? { autoFocus: true, describedBy: UPDATED_LISTS_ID } : {};
}

const UPDATED_LISTS_ID = 'updated-lists';

interface UpdatedListsProps extends Updated {
  countries: readonly ListItem[];
  chosen: { country: string; region: string | undefined; timezone: unknown };
  labels: { region: string; timezone: string };
  /** Labels of further lists without a choice. */
  further?: readonly string[];
}

/**
 * Describes the lists that Update loaded. Also the description of the focused list, because screen readers do not
 * announce the text of a new page.
 */
export function UpdatedLists({
  updated,
  regions,
  timezones,
  countries,
  chosen,
  labels,
  further = [],
}: UpdatedListsProps) {
  const texts = usePlaceMessageTexts();
  const { country, region } = chosen;
  const [sole] = timezones.length === 1 ? timezones : [];
  const needsRegion = regions.length > 0 && !region;
  return (
    <p className="changed" id={UPDATED_LISTS_ID} role="status">
      {placeMessage({
        texts,
        place: updated === 'region' && region ? nameIn(regions, region) : nameIn(countries, country),
        toChoose: [
          ...(needsRegion ? [labels.region] : []),
          ...(sole || chosen.timezone ? [] : [labels.timezone]),
          ...further,
        ],
        soleTimezone: sole && { label: labels.timezone, name: sole.name },
      })}
    </p>
  );
}

/** Labels that depend on the country. */
export function placeLabels(t: Translate, country: string) {
  return {
    region: t(country === 'US' ? 'checkout:fields.state' : 'checkout:fields.province'),
    postalCode: t(`checkout:fields.${postalCodeLabel(country, needsPostalCode(country))}`),
  };
}
