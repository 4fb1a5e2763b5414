/** An activation code as it is compared: people type them in either case, with spaces around (docs/rules.md, "Activation codes"). */
export function canonicalActivationCode(typed: string): string {
  return typed.trim().toUpperCase();
}

/** Whether two activation codes are the same one, however they were typed. */
export function isSameCode(one: string, other: string): boolean {
  return canonicalActivationCode(one) === canonicalActivationCode(other);
}
