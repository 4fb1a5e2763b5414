/** How many ids are remembered: those of the same press arrive within seconds. */
const REMEMBERED = 1_000;

/** Tells of an id whether it came before, among the last thousand. */
export function createEventDedupe(): (id: string) => boolean {
  const seen = new Set<string>();
  return (id) => {
    if (seen.has(id)) return true;
    seen.add(id);
    const [oldest] = seen;
    if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest);
    return false;
  };
}
