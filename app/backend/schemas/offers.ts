import { z } from 'zod';
import { SUBSCRIPTION_YEARS } from '~/domain/build-your-own';
import { keysOf } from '~/domain/keys-of';
import { currencySymbol, type Currency } from '~/domain/money';
import { findPackageCode } from '~/domain/packages';
import { confirmedText, currencyCode } from './prices';
import { amount, expected, expectedOr, id, known, maybe, text, usable } from './reading';

/** Packages and option lists. Money is integer minor units. */

const name = text.refine((given) => given.trim() !== '');

/** A plain string is both value and name. */
export const listItem = z
  .union([z.object({ value: id, name }), id])
  .transform((item) => (typeof item === 'string' ? { value: item, name: item } : item));

/** An option of a build-your-own package. Its price is for one year. */
const packageOption = z.object({
  code: text,
  displayName: expected(text),
  pricePerYear: expected(amount),
  pricePerYearFormatted: expected(text),
});

const years = z.union([z.literal(1), z.literal(2)]);

/** Only for a build-your-own package. The price covers the whole term. */
const subscription = z.object({
  productId: z.enum(keysOf(SUBSCRIPTION_YEARS)),
  years: expected(years),
  price: expected(amount),
  priceFormatted: expected(text),
});

/** Null for a package in another currency, which no page could price. */
export const offeredPackage = z
  .object({
    id,
    /** Letters and a digit. The digit is the number of years. */
    code: maybe(text),
    displayName: name,
    receiptText: expected(text),
    /** Short phrases. */
    features: expectedOr(z.array(text), []),
    /** Required unless the code contains it. */
    subDurationInYears: expected(years),
    buildYourOwn: expectedOr(z.boolean(), false),
    analyticsPackage: expected(text),
    currencyCode: known(currencyCode),
    currencySymbol: expected(text),
    /** For a build-your-own package, the price of the one-year subscription without options. */
    price: expected(amount),
    priceFormatted: expected(text),
    vatAmount: maybe(amount),
    vatAmountFormatted: maybe(text),
    priority: maybe(z.number().int()),
    /** Only for a build-your-own package. */
    subscriptions: maybe(usable(subscription)),
    options: maybe(usable(packageOption)),
  })
  .transform((given, context) => {
    const { currencyCode: currency } = given;
    if (currency === null) return null;
    const duration = given.subDurationInYears ?? findPackageCode(given.code)?.years;
    if (!duration) {
      context.addIssue({ code: 'custom', path: ['subDurationInYears'], message: 'is missing' });
      return z.NEVER;
    }
    return {
      ...given,
      code: given.code?.toUpperCase() ?? null,
      currencyCode: currency,
      receiptText: given.receiptText ?? given.displayName,
      subDurationInYears: duration,
      currencySymbol: given.currencySymbol ?? currencySymbol(currency),
      priceFormatted: confirmedText(given.priceFormatted, given.price, currency),
      // Zero means that none is included, so tax may be added.
      ...(given.vatAmount === 0
        ? { vatAmount: null, vatAmountFormatted: null }
        : { vatAmountFormatted: confirmedText(given.vatAmountFormatted, given.vatAmount, currency) }),
      subscriptions: subscriptionsOf(given.subscriptions, given.buildYourOwn, currency),
      options: (given.options ?? []).map((option) => ({
        ...option,
        displayName: option.displayName ?? option.code,
        pricePerYearFormatted: confirmedText(option.pricePerYearFormatted, option.pricePerYear, currency),
      })),
    };
  });
export type OfferedPackage = NonNullable<z.infer<typeof offeredPackage>>;

/** Without packages that lack an id, a name, a currency or a term, none of which is made up. */
export const offeredPackages = usable(offeredPackage);

/** A build-your-own package always has terms to choose from, even while their prices are unknown. */
function subscriptionsOf(received: z.output<typeof subscription>[] | null, buildYourOwn: boolean, currency: Currency) {
  const terms = keysOf(SUBSCRIPTION_YEARS).map((productId) => ({
    productId,
    years: null,
    price: null,
    priceFormatted: null,
  }));
  const offered = received && received.length > 0 ? received : buildYourOwn ? terms : [];
  return offered.map((one) => ({
    ...one,
    years: one.years ?? SUBSCRIPTION_YEARS[one.productId],
    priceFormatted: confirmedText(one.priceFormatted, one.price, currency),
  }));
}
