import { z } from 'zod';
import { filledLine, ifFilled } from './fields';

export function packageChoiceSchema(offeredIds: readonly string[]) {
  const isOffered = ifFilled((id) => offeredIds.includes(id));
  return z.object({ packageId: filledLine().refine(isOffered, 'errors:packageId') });
}
