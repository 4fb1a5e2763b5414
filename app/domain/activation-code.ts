/** Case and surrounding spaces do not count (docs/rules.md, "Activation codes"). */
export function canonicalActivationCode(typed: string): string {
  return typed.trim().toUpperCase();
}

export function isSameCode(one: string, other: string): boolean {
  return canonicalActivationCode(one) === canonicalActivationCode(other);
}
