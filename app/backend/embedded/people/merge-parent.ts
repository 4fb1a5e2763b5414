import type { ParentBody } from '~/backend/schemas/people';

/** What is known of a parent, with what they tell now: a call that leaves something out takes nothing away. */
export function mergeParent(known: ParentBody | null, told: ParentBody): ParentBody {
  const unsaid = Object.entries(known ?? {}).filter(([name]) => told[name as keyof ParentBody] === undefined);
  return { ...told, ...Object.fromEntries(unsaid) };
}
