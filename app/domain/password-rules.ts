import { isWithin, PASSWORD_LENGTH } from './limits';

/** The rules of a password (docs/rules.md, "Password"), in the order of the checklist. */
export const PASSWORD_RULES = [
  'validPwdLength_error',
  'validPwdLetter_error',
  'validPwdNumber_error',
  'validPwdSpecial_error',
  'validPwdDupUsername_error',
  'validPwdDupEmail_error',
] as const;

export type PasswordRule = (typeof PASSWORD_RULES)[number];

/** An empty username or e-mail matches no password. */
export function passwordRules(
  password: string,
  username: string,
  email: string,
): { key: PasswordRule; met: boolean }[] {
  const met: Record<PasswordRule, boolean> = {
    validPwdLength_error: isWithin([...password].length, PASSWORD_LENGTH),
    validPwdLetter_error: /\p{L}/u.test(password),
    validPwdNumber_error: /\p{Nd}/u.test(password),
    validPwdSpecial_error: /[^\p{L}\p{M}\p{N}\s]/u.test(password),
    validPwdDupUsername_error: !isSame(password, username),
    validPwdDupEmail_error: !isSame(password, email),
  };
  return PASSWORD_RULES.map((key) => ({ key, met: met[key] }));
}

function isSame(password: string, other: string): boolean {
  const plain = other.trim().toLowerCase();
  return plain !== '' && password.trim().toLowerCase() === plain;
}
