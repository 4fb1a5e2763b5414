import type { ListItem } from '~/domain/list-item';
import type { AnyField } from './field';

/** A list for a select. Where it could not be had, what was chosen before stays chosen, under the only name there is. */
export function withChosen(list: ListItem[], field: AnyField): ListItem[] {
  const chosen = [field.initialValue]
    .flat()
    .filter((value): value is string => typeof value === 'string' && value !== '');
  return list.length > 0 ? list : chosen.map((value) => ({ value, name: value }));
}

/** The name a list gives a value; the value itself where it has none. */
export function nameIn(list: readonly ListItem[], value: string): string {
  return list.find((item) => item.value === value)?.name ?? value;
}
