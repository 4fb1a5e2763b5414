/** The responses to an invited parent's calls (docs/rules.md, "Invite calls"). Failures also use HTTP 200. */

export const DONE = { status: 200, message: 'success' };

/** An internal error: the link was not sent. */
export const NOT_RENEWED = { status: 111, message: 'invite.renewal.fail' };
