import { passwordRules } from '~/domain/password-rules';

/** Whether a username is 6 to 30 letters, numbers, underscores, commas, hyphens, periods and apostrophes. An at-sign is refused (docs/decisions). */
export function meetsUsernameRules(username: string): boolean {
  return /^[A-Za-z0-9_,.'-]{6,30}$/.test(username);
}

/** Whether a password meets every rule of the checklist. */
export function meetsPasswordRules(password: string, username: string, email: string): boolean {
  return passwordRules(password, username, email).every(({ met }) => met);
}
