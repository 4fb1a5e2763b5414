/** The pricing group decides which packages and prices a visitor is offered; `P0` is the oldest flow. */
export const PRICING_GROUPS = ['P0', 'P1', 'P2', 'P3'] as const;

export type PricingGroup = (typeof PRICING_GROUPS)[number];

export interface PackageCode {
  name: string;
  years: 1 | 2;
}

/** Undefined unless the code is letters and a digit. */
export function findPackageCode(code: string | null): PackageCode | undefined {
  const [, name, digit] = /^([A-Za-z]+)(\d)$/.exec(code ?? '') ?? [];
  return name === undefined ? undefined : { name, years: digit === '2' ? 2 : 1 };
}

/** @throws Error unless the code is letters and a digit */
export function requirePackageCode(code: string): PackageCode {
  const found = findPackageCode(code);
  if (!found) throw new Error('A package code is letters and a digit');
  return found;
}

/** docs/rules.md, "VAT and sales tax" */
const VAT_INCLUDED: readonly string[] = ['2061', '2063'];

export function isVatIncluded(packageId: string): boolean {
  return VAT_INCLUDED.includes(packageId);
}

/** Whether the price of an offered package includes VAT. A backend may not return the amount. */
export function includesVat({ id, vatAmount }: { id: string; vatAmount: number | null }): boolean {
  return isVatIncluded(id) || vatAmount !== null;
}

interface Sortable {
  price: number | null;
  priority: number | null;
}

/**
 * Sorts by price, cheapest first, or by the backend's priority (GROW621). Keeps the order of equal packages. Keeps the
 * order of all if any package lacks the value.
 */
export function sortPackages<T extends Sortable>(packages: readonly T[], by: 'price' | 'priority'): T[] {
  if (packages.some((offered) => offered[by] === null)) return [...packages];
  return [...packages].sort((a, b) => (a[by] ?? 0) - (b[by] ?? 0));
}

/** Premium packages first, and the first of them recommended (GROW431). */
export function promotePremium<T extends { id: string; code: string | null }>(
  packages: readonly T[],
): { packages: T[]; recommendedId: string | undefined } {
  const isPremium = ({ code }: T) => findPackageCode(code)?.name === 'PREMIUM';
  const premium = packages.filter(isPremium);
  return {
    packages: [...premium, ...packages.filter((offered) => !isPremium(offered))],
    recommendedId: premium[0]?.id,
  };
}

interface Priced {
  code: string | null;
  currencyCode: string;
  price: number | null;
  subDurationInYears: 1 | 2;
}

/**
 * The saving of a two-year package over one year bought twice.
 *
 * @returns minor units, more than zero; null if unknown, or without a saving
 */
export function findSaving<T extends Priced>(packages: readonly T[], offered: T): number | null {
  if (offered.subDurationInYears !== 2 || offered.price === null) return null;
  const nameOf = ({ code }: T) => findPackageCode(code)?.name;
  const name = nameOf(offered);
  const ofOneYear = packages.find(
    (other) =>
      other.subDurationInYears === 1 &&
      name !== undefined &&
      nameOf(other) === name &&
      other.currencyCode === offered.currencyCode,
  );
  return ofOneYear ? savingOf(ofOneYear.price, offered.price) : null;
}

/** The highest saving of the two-year packages, in minor units; null without one. */
export function findHighestSaving<T extends Priced>(
  packages: readonly T[],
): { amount: number; currency: T['currencyCode'] } | null {
  const savings = packages.flatMap((offered) => {
    const amount = findSaving(packages, offered);
    return amount === null ? [] : [{ amount, currency: offered.currencyCode }];
  });
  return savings.sort((a, b) => b.amount - a.amount)[0] ?? null;
}

/** @param oneYear minor units @param twoYears minor units @returns null if two years do not cost less, or a price is unknown */
export function savingOf(oneYear: number | null, twoYears: number | null): number | null {
  if (oneYear === null || twoYears === null || twoYears >= 2 * oneYear) return null;
  return 2 * oneYear - twoYears;
}

interface Featured {
  subDurationInYears: 1 | 2;
  buildYourOwn: boolean;
  features: readonly string[];
}

/**
 * The largest ready-made package of the same term whose features are a proper subset of this package's. Only a package that the list shows
 * before it, because its name explains nothing to a reader who has not reached it.
 */
export function findIncludedPackage<T extends Featured>(packages: readonly T[], offered: T): T | undefined {
  const included = packages
    .slice(0, packages.indexOf(offered))
    .filter(
      ({ subDurationInYears, buildYourOwn, features }) =>
        !buildYourOwn &&
        subDurationInYears === offered.subDurationInYears &&
        features.length > 0 &&
        features.length < offered.features.length &&
        features.every((feature) => offered.features.includes(feature)),
    );
  return included.sort((a, b) => b.features.length - a.features.length)[0];
}
