import { isRecord } from '~/lib/is-record';
import { answered, fail, thin, type Case } from '../case';
import { need, type Known } from '../known';

/** Available packages, before a sign-up starts. */

const find = (country: string | null, countryCode: string, phoneNumber: string) => ({
  headers: { 'accept-language': 'en' },
  body: { country, countryCode, phoneNumber },
});
const criteria = (packageId: string, country: string) => ({
  headers: {},
  body: {
    packageId,
    countryCriteria: { countryCode: '+1', phoneNumber: '6125550100', country },
  },
});

const firstOf = (packageIds: Known['packageIds']) => need(packageIds?.[0], 'pricingGroups.find');

export const OFFERS: readonly Case[] = [
  answered('pricingGroups.find', {
    name: 'an American phone, without an address yet',
    rule: 'returns the packages available for a phone and country',
    sees: 'packages to choose from',
    otherwise: 'no packages: the error page',
    ask: () => find(null, '1', '6125550100'),
    look({ packageIds }, known) {
      if (packageIds.length === 0) return [fail('no packages are available')];
      known.packageIds = packageIds;
    },
  }),
  answered('pricingGroups.find', {
    name: 'a British phone and address',
    rule: 'returns the packages available for a phone and country',
    sees: 'packages to choose from',
    otherwise: 'no packages: the error page',
    ask: () => find('GB', '44', '7911123456'),
    look({ packageIds }, known) {
      known.britishIds = packageIds;
      return [packageIds.length === 0 && thin('visitors with a British phone have no packages')];
    },
  }),
  answered('packages.list', {
    name: 'available packages',
    rule: 'returns packages by id',
    sees: 'names, prices and features',
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
        packages.length === 0 && fail('none of the available packages is listed'),
        packages.length > 0 &&
          missing.length > 0 &&
          thin(`some available packages are not listed (${missing.join(', ')})`),
        !isDollars && fail('packages sold in the US are not priced in dollars'),
      ];
    },
  }),
  answered('packages.list', {
    name: 'an unknown id',
    rule: 'omits ids that are no longer sold',
    sees: 'the other packages',
    otherwise: 'no packages: the error page',
    ask: () => ({ headers: {}, query: { ids: 'unknown-package', pricingLocale: 'US' as const } }),
    look: (packages) => [packages.length > 0 && thin('packages that were not requested')],
  }),
  answered('packages.list', {
    name: 'ids of another pricing locale',
    rule: 'returns packages by id; with ids, pricingLocale does not filter',
    sees: 'is asked which country is correct, and still sees the packages',
    otherwise: 'no packages: the error page',
    ask: (known) => ({
      headers: {},
      query: { ids: firstOf(known.packageIds), pricingLocale: 'UK' as const },
    }),
    look: (packages) => [packages.length === 0 && thin('an empty page after a change of country')],
  }),
  answered('packages.list', {
    name: 'without ids',
    rule: 'without ids, returns all packages of the pricing locale',
    sees: 'packages to choose from if the invite names none',
    otherwise: 'no packages: the error page',
    ask: () => ({ headers: {}, query: { pricingLocale: 'UK' as const } }),
    look: (packages) => [
      packages.length === 0 && thin('no packages for an invited parent in Britain'),
      packages.some(({ currencyCode }) => currencyCode !== 'GBP') &&
        fail('packages sold in the UK are not priced in pounds'),
    ],
  }),
  answered('countryCriteria.check', {
    name: 'a package sold in the billing country',
    rule: 'returns whether the package is sold in the billing country',
    sees: 'continues to the payment',
    otherwise: 'is sent back to the packages, or sees the error page',
    ask: (known) => criteria(firstOf(known.packageIds), 'US'),
    look: ({ result }) => [result !== 'success' && fail('the result is not "success"')],
  }),
  answered('countryCriteria.check', {
    name: 'a package not sold there',
    rule: 'failure sends the visitor back to the packages',
    sees: 'sees that their country has other packages',
    otherwise: 'pays for a package of another country',
    ask({ packageIds, britishIds = [] }) {
      const american = need(packageIds, 'pricingGroups.find').find((id) => !britishIds.includes(id));
      return criteria(need(american, 'a package not offered in GB'), 'GB');
    },
    look: ({ result }) => [result !== 'failure' && thin('the result is "success"')],
  }),
  ...(
    [
      ['US', undefined],
      ['GB', 'GBP'],
    ] as const
  ).map(([country, currency]) =>
    answered('paymentClientToken.get', {
      name: `in ${country}`,
      rule: "returns what the payment provider's client needs, and the card brands not accepted",
      sees: 'a card form',
      otherwise: 'cannot pay: the error page',
      ask: () => ({ query: { country, currency } }),
      look({ clientToken }, known) {
        known.clientToken ??= clientToken;
        if (currency) known.poundsAccount = findMerchantAccount(clientToken);
      },
    }),
  ),
  answered('paymentClientToken.get', {
    name: 'in GB, for an order in dollars',
    rule: 'the token is for the merchant account that will charge the order',
    sees: 'pays with a card that their bank confirmed',
    otherwise: 'sees every card declined after their bank confirmed it',
    ask: () => ({ query: { country: 'GB', currency: 'USD' } }),
    look({ clientToken }, { poundsAccount }) {
      const isSame = poundsAccount !== undefined && poundsAccount === findMerchantAccount(clientToken);
      return [isSame && thin(`its merchant account ${poundsAccount} is also that of orders in pounds`)];
    },
  }),
];

/** Returns the merchant account that a Braintree client token is made for; undefined for another token, and if it names none. */
function findMerchantAccount(clientToken: string): string | undefined {
  const token = parse(decode(clientToken));
  const fingerprint = token?.authorizationFingerprint;
  // A JSON Web Token.
  const claims = typeof fingerprint === 'string' ? parse(decode(fingerprint.split('.')[1] ?? '')) : undefined;
  const account = isRecord(claims?.options) ? claims.options.merchant_account_id : undefined;
  return typeof account === 'string' ? account : undefined;
}

function decode(text: string): string {
  return Buffer.from(text, 'base64').toString('utf8');
}

function parse(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
