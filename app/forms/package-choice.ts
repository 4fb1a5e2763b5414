import { z } from 'zod';
import { ifFilled, requiredLine } from './fields';
import { postedFields } from './posted-fields';

const fields = z.object({ packageId: requiredLine() });

export function packageChoiceSchema(offeredIds: readonly string[]) {
  const isOffered = ifFilled((id) => offeredIds.includes(id));
  return postedFields(fields).refine(({ packageId }) => isOffered(packageId), {
    path: ['packageId'],
    error: 'errors:packageId',
  });
}
