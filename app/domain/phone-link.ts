/**
 * The link that dials a displayed number. Drops the zero of `+44 (0)20 …`, which is only dialled within the country. Apart from `phone.ts`,
 * whose imports a script would load, too.
 */
export function phoneLink(shown: string): string {
  return `tel:${shown.replace(/^(\+[\d -]*)\(0\)/, '$1').replace(/[^+\d]/g, '')}`;
}
