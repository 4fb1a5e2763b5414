import { answered, fail, thin, type Case } from '../case';
import { need, type Known } from '../known';

/** Available packages, before a sign-up starts. */

const find = (country: string | null, countryCode: string, phoneNumber: string) => ({
  headers: { 'accept-language': 'en' },
  body: { country, countryCode, phoneNumber },
});
const criteria = (known: Known, country: string) => ({
  headers: {},
  body: {
    packageId: need(known.packageIds?.[0], 'pricingGroups.find'),
    countryCriteria: { countryCode: '+1', phoneNumber: '6125550100', country },
  },
});

export const OFFERS: readonly Case[] = [
  answered('pricingGroups.find', {
    name: 'an American phone, before there is an address',
    rule: 'the packages on offer to somebody, by phone and country',
    sees: 'packages to choose from',
    otherwise: 'no packages: the error page',
    ask: () => find(null, '1', '6125550100'),
    look({ packageIds }, known) {
      if (packageIds.length === 0) return [fail('nothing is on offer')];
      known.packageIds = packageIds;
    },
  }),
  answered('pricingGroups.find', {
    name: 'a British phone and address',
    rule: 'the packages on offer to somebody, by phone and country',
    sees: 'packages to choose from, in pounds',
    otherwise: 'no packages: the error page',
    ask: () => find('GB', '44', '7911123456'),
    look({ packageIds }, known) {
      known.britishIds = packageIds;
      return [packageIds.length === 0 && thin('nobody with a British phone has anything to choose')];
    },
  }),
  answered('packages.list', {
    name: 'the packages on offer',
    rule: 'the packages themselves, by their ids',
    sees: 'names, prices and what is in them',
    otherwise: 'no packages: the error page',
    ask: (known) => ({
      headers: { 'accept-language': 'en' },
      query: { ids: need(known.packageIds, 'pricingGroups.find').join(','), pricingLocale: 'US' as const },
    }),
    look(packages, known) {
      known.buildYourOwn = packages.find(({ buildYourOwn }) => buildYourOwn);
      known.offered = packages.find(({ buildYourOwn, price }) => !buildYourOwn && price !== null);
      const missing = known.packageIds?.filter((id) => packages.every((listed) => listed.id !== id)) ?? [];
      const isDollars = packages.every(({ currencyCode }) => currencyCode === 'USD');
      return [
        packages.length === 0 && fail('none of the ids on offer is listed'),
        packages.length > 0 && missing.length > 0 && thin(`some on offer are not listed (${missing.join(', ')})`),
        !isDollars && fail('what is sold in the US is not priced in dollars'),
      ];
    },
  }),
  answered('packages.list', {
    name: 'an id that nobody sells',
    rule: 'an id that is not sold any more is left out',
    sees: 'the other packages',
    otherwise: 'no packages: the error page',
    ask: () => ({ headers: {}, query: { ids: 'sold-nowhere', pricingLocale: 'US' as const } }),
    look: (packages) => [packages.length > 0 && thin('packages that were not asked for')],
  }),
  answered('packages.list', {
    name: 'ids of another pricing locale',
    rule: 'the packages themselves, by their ids: with ids, the pricing locale filters nothing',
    sees: 'is asked which country is right, and keeps the packages meanwhile',
    otherwise: 'no packages: the error page',
    ask: (known) => ({
      headers: {},
      query: { ids: need(known.packageIds?.[0], 'pricingGroups.find'), pricingLocale: 'UK' as const },
    }),
    look: (packages) => [packages.length === 0 && thin('an empty page, where the country was changed on the way')],
  }),
  answered('packages.list', {
    name: 'without ids',
    rule: 'without ids, all that are sold in the pricing locale',
    sees: 'packages to choose from, where an invite names none',
    otherwise: 'no packages: the error page',
    ask: () => ({ headers: {}, query: { pricingLocale: 'UK' as const } }),
    look: (packages) => [
      packages.length === 0 && thin('an invited parent in Britain has nothing to choose'),
      packages.some(({ currencyCode }) => currencyCode !== 'GBP') &&
        fail('what is sold in the UK is not priced in pounds'),
    ],
  }),
  answered('countryCriteria.check', {
    name: 'a package that is sold in the billing country',
    rule: 'whether the package is sold in the billing country',
    sees: 'goes on to paying',
    otherwise: 'is sent back to the packages, or sees the error page',
    ask: (known) => criteria(known, 'US'),
    look: ({ result }) => [result !== 'success' && fail('it is no success')],
  }),
  answered('countryCriteria.check', {
    name: 'a package that is not sold there',
    rule: 'failure sends the visitor back to the packages',
    sees: 'is told that the packages of another country are for them',
    otherwise: 'pays for a package of another country',
    ask: (known) => criteria(known, 'GB'),
    look: ({ result }) => [result !== 'failure' && thin('it is a success')],
  }),
  ...['US', 'GB'].map((country) =>
    answered('paymentClientToken.get', {
      name: `in ${country}`,
      rule: "what the payment provider's client needs, and the card brands not taken",
      sees: 'a form for the card',
      otherwise: 'cannot pay: the error page',
      ask: () => ({ query: { country } }),
      look: ({ clientToken }, known) => void (known.clientToken ??= clientToken),
    }),
  ),
];
