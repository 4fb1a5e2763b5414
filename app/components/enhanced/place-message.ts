export interface PlaceMessageTexts {
  /** The text before the place. */
  listsFor: string;
  /** The text before the lists. */
  choose: string;
}

interface PlaceMessage {
  texts: PlaceMessageTexts;
  /** The country or region that the lists belong to now. */
  place: string;
  /** Labels of the lists without a choice. */
  toChoose: readonly string[];
  /** The only possible time zone, which is selected. */
  soleTimezone: { label: string; name: string } | undefined;
}

/** Describes the effects of choosing a country or a region. The page shows it after Update, and the script at once. */
export function placeMessage({ texts, place, toChoose, soleTimezone }: PlaceMessage): string {
  return [
    `${texts.listsFor} ${place}.`,
    ...(soleTimezone ? [`${soleTimezone.label}: ${soleTimezone.name}.`] : []),
    ...(toChoose.length > 0 ? [`${texts.choose} ${toChoose.join(', ')}.`] : []),
  ].join(' ');
}
