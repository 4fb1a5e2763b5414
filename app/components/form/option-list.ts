import type { ListItem } from '~/domain/list-item';
import type { AnyField } from './field';

/** If the list failed to load, the earlier choice stays selected under its value. */
export function withChosen(list: ListItem[], field: AnyField): ListItem[] {
  const chosen = [field.initialValue]
    .flat()
    .filter((value): value is string => typeof value === 'string' && value !== '');
  return list.length > 0 ? list : chosen.map((value) => ({ value, name: value }));
}
