/** An empty username breaks only the first rule (docs/rules.md, "Username"). */
export const USERNAME_RULES = {
  validUsernameLength_error: (username: string) => username.length >= 6 && username.length <= 30,
  // The last rule allows an at-sign, so that it is reported once, by its own rule.
  validUsernameAtSymbol_error: (username: string) => !username.includes('@'),
  validUsernameRequirement_error: (username: string) => /^[A-Za-z0-9_,.@'-]*$/.test(username),
} as const;

export type UsernameRule = keyof typeof USERNAME_RULES;

export function findBrokenUsernameRule(username: string): UsernameRule | undefined {
  return (Object.keys(USERNAME_RULES) as UsernameRule[]).find((rule) => !USERNAME_RULES[rule](username));
}
