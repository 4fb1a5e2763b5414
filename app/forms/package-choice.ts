import { z } from 'zod';
import { requiredLine, ifFilled } from './fields';

export function packageChoiceSchema(offeredIds: readonly string[]) {
  const isOffered = ifFilled((id) => offeredIds.includes(id));
  return z.object({ packageId: requiredLine().refine(isOffered, 'errors:packageId') });
}
