import { os } from '~/backend/embedded/context';
import { checkCountryCriteria } from '~/backend/embedded/people/country-criteria';
import { findPackage, packagesOf } from '~/backend/embedded/pricing/catalogue';
import { findOffer } from '~/backend/embedded/pricing/offer';
import { presentPackage } from '~/backend/embedded/pricing/present-package';
import { isTreatment, STORAGE_PRICED_FLAG } from '~/backend/embedded/pricing/variants.server';
import { findLanguage } from '~/i18n/languages';

export const findPricingGroup = os.pricingGroups.find.handler(({ input, context }) =>
  findOffer(context, {
    country: input.body.country,
    callingCode: input.body.countryCode,
    anonymousId: input.headers['x-anonymous-id'],
  }),
);

/**
 * Returns the requested packages in the requested order. Only the ids count, because the pricing group chose them. Without ids, all that
 * are sold in the pricing locale.
 */
export const listPackages = os.packages.list.handler(async ({ input, context }) => {
  const language = findLanguage(input.headers['accept-language']);
  const { ids, pricingLocale } = input.query;
  const found =
    ids === undefined ? packagesOf(pricingLocale) : ids.split(',').flatMap((id) => findPackage(id.trim()) ?? []);
  const isStoragePriced =
    found.some(({ buildYourOwn }) => buildYourOwn) &&
    (await isTreatment(context, STORAGE_PRICED_FLAG, input.headers['x-anonymous-id']));
  return found.map((sold) => presentPackage(sold, language, isStoragePriced));
});

export const checkCriteria = os.countryCriteria.check.handler(({ input, context }) =>
  checkCountryCriteria(context, input.body, input.headers['x-anonymous-id']),
);

export const clientToken = os.paymentClientToken.get.handler(({ input, context }) =>
  context.charging.clientToken(input.query.country),
);
