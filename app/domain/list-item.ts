import { localeOf } from './languages';

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

/** Sorts by name in the language, after the values `first` in their order. */
export function sortItems(items: readonly ListItem[], language: string, first: readonly string[]): ListItem[] {
  const { compare } = new Intl.Collator(localeOf(language));
  const rank = ({ value }: ListItem) => (first.includes(value) ? first.indexOf(value) : first.length);
  return [...items].sort((a, b) => rank(a) - rank(b) || compare(a.name, b.name));
}
