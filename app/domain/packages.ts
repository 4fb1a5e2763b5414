/** What a package code says (docs/rules.md, "Package codes and order"). */
export interface PackageCode {
  name: string;
  years: 1 | 2;
}

/**
 * Reads a package code such as `PLUS2`.
 *
 * @throws Error when the text is not letters and a digit
 */
export function parsePackageCode(code: string): PackageCode {
  const [, name, digit] = /^([A-Za-z]+)(\d)$/.exec(code) ?? [];
  if (name === undefined) throw new Error('A package code is letters and a digit');
  return { name, years: digit === '2' ? 2 : 1 };
}

/** Packages whose price includes VAT (docs/rules.md, "VAT and sales tax"). */
const VAT_INCLUDED: readonly string[] = ['2061', '2063'];

export function isVatIncluded(packageId: string): boolean {
  return VAT_INCLUDED.includes(packageId);
}

interface Sortable {
  price: number;
  priority: number;
}

/**
 * The order package cards stand in: by price, cheapest first, or by the backend's priority, first first (GROW621).
 *
 * @returns a new array; equal ones keep their order
 */
export function sortPackages<T extends Sortable>(packages: readonly T[], by: 'price' | 'priority'): T[] {
  return [...packages].sort((a, b) => a[by] - b[by]);
}

/**
 * The premium packages put before the others, and the first of them picked out (GROW431).
 *
 * @returns a new array; equal ones keep their order. `pick` is an id; undefined where there is no premium package
 */
export function pickPremium<T extends { id: string; code: string }>(
  packages: readonly T[],
): { packages: T[]; pick: string | undefined } {
  const isPremium = ({ code }: T) => parsePackageCode(code).name === 'PREMIUM';
  const premium = packages.filter(isPremium);
  return { packages: [...premium, ...packages.filter((other) => !isPremium(other))], pick: premium[0]?.id };
}
