import { keysOf } from './keys-of';
import { isWithin, USERNAME_LENGTH } from './limits';

/** The rules of a username (docs/rules.md, "Username"), each with what meets it. An empty one breaks the first alone. */
export const USERNAME_RULES = {
  validUsernameLength_error: (username: string) => isWithin(username.length, USERNAME_LENGTH),
  // An at-sign is among the characters allowed, so that it is told once, and by its own rule.
  validUsernameAtSymbol_error: (username: string) => !username.includes('@'),
  validUsernameRequirement_error: (username: string) => /^[A-Za-z0-9_,.@'-]*$/.test(username),
} as const;

export type UsernameRule = keyof typeof USERNAME_RULES;

export function findBrokenUsernameRule(username: string): UsernameRule | undefined {
  return keysOf(USERNAME_RULES).find((rule) => !USERNAME_RULES[rule](username));
}
