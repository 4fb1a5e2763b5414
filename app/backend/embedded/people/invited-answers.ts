/** How the calls of an invited parent answer (docs/rules.md, "Invite calls"): a failure too comes with HTTP 200. */

export const DONE = { status: 200, message: 'success' };

/** The invite opens nothing. */
export const AUTH_FAILED = { status: 112 as const, message: 'auth.fail.message' };

/** Something is broken; the link was not sent. */
export const NOT_RENEWED = { status: 111, message: 'invite.renewal.fail' };
