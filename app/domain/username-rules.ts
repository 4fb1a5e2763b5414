import { keysOf } from './keys-of';
import { isWithin, USERNAME_LENGTH } from './limits';

/** The rules of a username (docs/rules.md, "Username"), each with its check. An empty one only breaks the first. */
export const USERNAME_RULES = {
  validUsernameLength_error: (username: string) => isWithin(username.length, USERNAME_LENGTH),
  // Allows an at-sign, so that only its own rule reports it.
  validUsernameAtSymbol_error: (username: string) => !username.includes('@'),
  validUsernameRequirement_error: (username: string) => /^[A-Za-z0-9_,.@'-]*$/.test(username),
} as const;

export type UsernameRule = keyof typeof USERNAME_RULES;

export function findBrokenUsernameRule(username: string): UsernameRule | undefined {
  return keysOf(USERNAME_RULES).find((rule) => !USERNAME_RULES[rule](username));
}
