import { renderToStaticMarkup } from 'react-dom/server';
import type { ListItem } from '~/domain/list-item';

/** The options of a select. */
export function Options({ list }: { list: readonly ListItem[] }) {
  return list.map(({ value, name }) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}

const markupOf = new WeakMap<readonly ListItem[], string[]>();

/**
 * The HTML that React renders for `Options` in a select, from markup that is cached as long as the list exists.
 *
 * @param options.empty the empty option, which comes first; at most one
 * @param options.chosen the select's `defaultValue`
 */
export function keptOptions(
  list: readonly ListItem[],
  { empty, chosen }: { empty: readonly ListItem[]; chosen: string | number | readonly string[] | undefined },
): string {
  let kept = markupOf.get(list);
  if (!kept) {
    kept = list.map((item) => renderOption(item));
    markupOf.set(list, kept);
  }
  const values = [chosen ?? []].flat().map(String);
  const all = [...empty.map((item) => renderOption(item)), ...kept];
  [...empty, ...list].forEach((item, at) => {
    if (values.includes(item.value)) all[at] = renderOption(item, item.value);
  });
  return all.join('');
}

/** React marks the chosen option only inside its select. */
function renderOption(item: ListItem, chosen?: string): string {
  const select = renderToStaticMarkup(
    <select defaultValue={chosen}>
      <Options list={[item]} />
    </select>,
  );
  return select.slice('<select>'.length, -'</select>'.length);
}
