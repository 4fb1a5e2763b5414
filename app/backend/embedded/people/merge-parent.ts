import type { ParentBody } from '~/backend/schemas/people';

/** Merges new details into the known ones. A field that is left out keeps its value. */
export function mergeParent(known: ParentBody | null, told: ParentBody): ParentBody {
  const unsaid = Object.entries(known ?? {}).filter(([name]) => told[name as keyof ParentBody] === undefined);
  return { ...told, ...Object.fromEntries(unsaid) };
}
