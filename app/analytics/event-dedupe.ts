/** Repeats of an event arrive within seconds, so a short history is enough. */
const MAX_IDS = 1_000;

/** Returns whether an id is among the last thousand. */
export function createEventDedupe(): (id: string) => boolean {
  const seen = new Set<string>();
  return (id) => {
    if (seen.has(id)) return true;
    seen.add(id);
    const [oldest] = seen;
    if (seen.size > MAX_IDS && oldest !== undefined) seen.delete(oldest);
    return false;
  };
}
