/** An option of a select. */
export interface ListItem {
  value: string;
  name: string;
  /** The default choice. */
  isChosen?: true;
}

/** Returns the name of a value in a list, or the value if the list does not contain it. */
export function nameIn(list: readonly ListItem[], value: string): string {
  return list.find((item) => item.value === value)?.name ?? value;
}
