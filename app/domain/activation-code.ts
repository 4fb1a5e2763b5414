/** An activation code as it is compared: people type them in either case, with spaces around (spec, section 5). */
export function canonicalActivationCode(typed: string): string {
  return typed.trim().toUpperCase();
}
