import { z } from 'zod';
import { nonce } from './hosted-card';

/** Filled by the script. Anybody can post it: the provider validates the nonce when it is charged. */
export const venmoSchema = z.object({
  venmoNonce: nonce(),
  // The name is only shown, so a malformed one is dropped.
  venmoUsername: z
    .string()
    .regex(/^@?[\w.-]{1,60}$/)
    .optional()
    .catch(undefined),
});
