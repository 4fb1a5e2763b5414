import type { ListItem } from '~/domain/list-item';

/** @throws Error if the list cannot be fetched */
export async function fetchList(
  base: string,
  list: 'regions' | 'timezones' | 'roles',
  query: Record<string, string>,
): Promise<ListItem[]> {
  const answer = await fetch(`${base}/${list}?${new URLSearchParams(query).toString()}`);
  if (!answer.ok) throw new Error(`${list}: ${answer.status}`);
  return (await answer.json()) as ListItem[];
}
