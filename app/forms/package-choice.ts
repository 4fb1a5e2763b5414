import { z } from 'zod';
import { filledLine, ifFilled } from './fields';

/** The choice of one of the packages on offer. */
export function packageChoiceSchema(offeredIds: readonly string[]) {
  const isOffered = ifFilled((id) => offeredIds.includes(id));
  return z.object({ packageId: filledLine().refine(isOffered, 'errors:packageId') });
}
