import { z } from 'zod';
import { nonce } from './hosted-card';

/** An approval of Venmo's, as the script puts it into the form. Anybody can post it: the provider says what the nonce is worth. */
export const venmoSchema = z.object({
  venmoNonce: nonce(),
  // Only shown, and a script of the provider's makes it: too long or too odd a name is no name.
  venmoUsername: z
    .string()
    .regex(/^@?[\w.-]{1,60}$/)
    .optional()
    .catch(undefined),
});
