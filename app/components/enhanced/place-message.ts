export interface PlaceMessageTexts {
  /** What stands before the place. */
  listsFor: string;
  /** What stands before the lists. */
  choose: string;
}

interface PlaceMessage {
  texts: PlaceMessageTexts;
  /** The country or region that the lists belong to now. */
  place: string;
  /** Labels of the lists without a choice. */
  toChoose: readonly string[];
  /** Where only one zone is possible: it is chosen. */
  soleTimezone: { label: string; name: string } | undefined;
}

/** Says what followed the choice of a country or a region. The page says it after Update, and the script at once. */
export function placeMessage({ texts, place, toChoose, soleTimezone }: PlaceMessage): string {
  return [
    `${texts.listsFor} ${place}.`,
    ...(soleTimezone ? [`${soleTimezone.label}: ${soleTimezone.name}.`] : []),
    ...(toChoose.length > 0 ? [`${texts.choose} ${toChoose.join(', ')}.`] : []),
  ].join(' ');
}
