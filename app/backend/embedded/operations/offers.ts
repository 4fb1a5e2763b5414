import { os } from '~/backend/embedded/context';
import {
  findPackage,
  packagesOf,
  BUILD_YOUR_OWN_PRICES,
  type CataloguePackage,
} from '~/backend/embedded/pricing/catalogue';
import { checkCountryCriteria, findOffer } from '~/backend/embedded/pricing/offer';
import { decideTreatment, STORAGE_PRICED_FLAG } from '~/backend/embedded/pricing/variants.server';
import { findLanguage, type Language } from '~/i18n/languages';
import type { OfferedPackage } from '~/backend/schemas/offers';
import { findOptionPrice, SUBSCRIPTION_YEARS } from '~/domain/build-your-own';
import { keysOf } from '~/domain/keys-of';
import { currencySymbol, formatMoney, percentIncludedIn } from '~/domain/money';
import { isVatIncluded, requirePackageCode } from '~/domain/packages';
import { translate } from '~/i18n/translator';
import { UK_VAT } from '~/backend/embedded/pricing/tax-rates';

export const findPricingGroup = os.pricingGroups.find.handler(({ input, context }) =>
  findOffer(context, {
    country: input.body.country,
    callingCode: input.body.countryCode,
    anonymousId: input.headers['x-anonymous-id'],
  }),
);

/**
 * Returns the requested packages in the requested order. The pricing group chose the ids, so no other filter applies.
 * Without ids, returns all packages of the pricing locale.
 */
export const listPackages = os.packages.list.handler(async ({ input, context }) => {
  const language = findLanguage(input.headers['accept-language']);
  const { ids, pricingLocale } = input.query;
  const found =
    ids === undefined ? packagesOf(pricingLocale) : ids.split(',').flatMap((id) => findPackage(id.trim()) ?? []);
  const isStoragePriced =
    found.some(({ buildYourOwn }) => buildYourOwn) &&
    (await decideTreatment(context, STORAGE_PRICED_FLAG, input.headers['x-anonymous-id']));
  return found.map((sold) => presentPackage(sold, language, isStoragePriced));
});

export const checkCriteria = os.countryCriteria.check.handler(({ input, context }) =>
  checkCountryCriteria(context, input.body, input.headers['x-anonymous-id']),
);

export const clientToken = os.paymentClientToken.get.handler(({ input, context }) =>
  context.charging.clientToken(input.query.country, input.query.currency),
);

function presentPackage(sold: CataloguePackage, language: Language, isStoragePriced: boolean): OfferedPackage {
  const t = translate(language);
  const { name, years } = requirePackageCode(sold.code);
  const vatAmount = isVatIncluded(sold.id) ? percentIncludedIn(sold.price, UK_VAT) : null;
  const format = (amount: number) => formatMoney(amount, sold.currency, language);
  return {
    id: sold.id,
    code: sold.code,
    displayName: t(`backend:packages.${sold.id}.name`),
    receiptText: t(`backend:packages.${sold.id}.receipt`),
    features: sold.features.map((feature) => t(`backend:features.${feature}`)),
    subDurationInYears: years,
    buildYourOwn: sold.buildYourOwn,
    analyticsPackage: name,
    currencyCode: sold.currency,
    currencySymbol: currencySymbol(sold.currency),
    price: sold.price,
    priceFormatted: format(sold.price),
    vatAmount,
    vatAmountFormatted: vatAmount === null ? null : format(vatAmount),
    priority: sold.priority,
    subscriptions: sold.buildYourOwn ? presentSubscriptions(format) : [],
    options: sold.buildYourOwn ? presentOptions(language, isStoragePriced, format) : [],
  };
}

type Format = (amount: number) => string;

function presentSubscriptions(format: Format): OfferedPackage['subscriptions'] {
  return keysOf(SUBSCRIPTION_YEARS).map((productId) => {
    const price = BUILD_YOUR_OWN_PRICES.subscriptions[productId];
    return { productId, years: SUBSCRIPTION_YEARS[productId], price, priceFormatted: format(price) };
  });
}

function presentOptions(language: Language, isStoragePriced: boolean, format: Format): OfferedPackage['options'] {
  const t = translate(language);
  return keysOf(BUILD_YOUR_OWN_PRICES.optionsPerYear).map((code) => {
    const pricePerYear = findOptionPrice(BUILD_YOUR_OWN_PRICES, code, isStoragePriced) ?? 0;
    return {
      code,
      displayName: t(`backend:options.${code}`),
      pricePerYear,
      pricePerYearFormatted: format(pricePerYear),
    };
  });
}
