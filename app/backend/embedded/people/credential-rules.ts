import { passwordRules } from '~/domain/password-rules';
import { findBrokenUsernameRule } from '~/domain/username-rules';

/** 6 to 30 letters, numbers, underscores, commas, hyphens, periods and apostrophes. An at-sign is refused (docs/decisions). */
export function meetsUsernameRules(username: string): boolean {
  return findBrokenUsernameRule(username) === undefined;
}

export function meetsPasswordRules(password: string, username: string, email: string): boolean {
  return passwordRules(password, username, email).every(({ met }) => met);
}
