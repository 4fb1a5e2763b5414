import { z } from 'zod';
import { expectedOr, text } from './reading';

/** A fault without a text is valid: the page has its own text for the field. */
export const validationErrors = z.array(z.object({ field: expectedOr(text, ''), text: expectedOr(text, '') }));
export type ValidationErrors = z.infer<typeof validationErrors>;

/** Reports an expired token or an invite that is not valid, by its status or its message (docs/rules.md, "Invite calls"). */
export const AUTH_FAILED = { status: 112, message: 'auth.fail.message' } as const;

/** An internal error: the link of an invite was not sent. */
export const NOT_RENEWED = { status: 111, message: 'invite.renewal.fail' };

/** The success of a call that returns nothing else. */
export const DONE = { status: 200, message: 'success' };

const LOST_ACCESS: ReadonlySet<number> = new Set([401, 403, 404, AUTH_FAILED.status]);

/** Whether a status means that a token or key has no access any more. Backends differ in the one they send. */
export function isAccessLost(status: number): boolean {
  return LOST_ACCESS.has(status);
}

/** Whether a status in the body of a response reports a failure. */
export function isFailure(status: number | null | undefined): boolean {
  return status != null && (status < 200 || status >= 300);
}

/**
 * The response to an invited parent's call, which may be empty. A failure also comes with HTTP 200 and is marked by `status`, `statusCode`,
 * `message` or faults.
 */
export const statusAnswer = z
  .object({
    status: z.number().nullish(),
    statusCode: z.number().nullish(),
    message: z.string().nullish(),
    validationErrors: validationErrors.nullish(),
  })
  .nullish()
  .transform((answer) => answer ?? {});
