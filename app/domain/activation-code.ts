/** Normalises case and surrounding spaces, which do not matter (docs/rules.md, "Activation codes"). */
export function canonicalActivationCode(typed: string): string {
  return typed.trim().toUpperCase();
}

export function isSameCode(one: string, other: string): boolean {
  return canonicalActivationCode(one) === canonicalActivationCode(other);
}

/** A masked code for pages and the store: its last characters, at most four and at most a third of it. */
export function maskActivationCode(code: string): string {
  const characters = [...code.trim()];
  const shown = Math.min(4, Math.floor(characters.length / 3));
  return `…${characters.slice(characters.length - shown).join('')}`;
}
