/** What a visitor notices where an answer lacks a field. Fields that are not listed are made of others, or seen by nobody. */
const MISSED: readonly [field: RegExp, sees: string][] = [
  [/^packages\.list \[\]\.price$/, 'a package without its price'],
  [/^packages\.list \[\]\.features$/, 'a package that does not say what is in it'],
  [/^packages\.list .*subscriptions.*price$/, 'terms to choose from without their prices'],
  [/^packages\.list .*pricePerYear$/, 'options to choose from without their prices'],
  [/^packages\.list .*options.*displayName$/, 'an option by its code instead of its name'],
  [/^pricingGroups\.find pricingGroupName$/, 'the packages in the usual order and with the usual texts'],
  [/^registrations\.coupons coupons$/, 'no discount, though a link was followed'],
  [/ (pricing\.)?totals\.(subTotal|selectedPackageTotal)$/, 'an order summary that lacks a line'],
  [/ (pricing\.)?(paymentCodeDetails|payForCoParent)$/, 'an order summary that lacks a line'],
  [/paymentCodeDetails\.\[\]\.amount$/, 'an activation code without its amount'],
  [/couponDetail\.(description|couponCode)$/, 'a discount without its name'],
  [
    / receipt\.totals(\.(currencyCode|total|taxAmount|subTotal|selectedPackageTotal))?$/,
    'a receipt that lacks an amount',
  ],
  [/ receipt\.paymentType$/, 'a receipt that does not say how was paid'],
  [/ receipt\.transactionId$/, 'a receipt without its number'],
  [/ receipt\.transactionDateTime$/, 'a receipt with the time of the front end'],
  [/pay(ment)? clickToJoinToken$/, 'no page to choose username and password on: the mail has to lead to it'],
  [/pay(ment)? registration\.parent(\.userId)?$/, 'no page to choose username and password on'],
  [/^invites\.get (familyMembers|familyMembers\.\[\]\.firstName)$/, 'a welcome that does not say whom they join'],
  [/^invites\.get familyMembers\.\[\]\.color$/, 'family members all in one colour'],
  [/^invites\.get parent(\.(first|last)Name)?$/, 'an empty form, though the other parent gave their name'],
  [/^invites\.get pricingGroupName$/, 'the packages in the usual order and with the usual texts'],
  [/^invites\.get packageIds$/, 'every package of the country instead of those meant for them'],
  [/^invites\.get parentComplete$/, 'the first step again when they come back'],
  [/^invites\.get requireCredentials$/, 'a page for username and password, even where they have both'],
  [/^parents\.get agreedToTerms$/, 'the terms again, though they were agreed to'],
  [/^parents\.get email$/, 'a password that holds their own e-mail is not told as such'],
];

/** @param fields as `missingFields` lists them @returns what a visitor notices, each once */
export function findMissed(call: string, fields: readonly string[]): string[] {
  const seen = fields.flatMap((field) => {
    const sees = MISSED.find(([pattern]) => pattern.test(`${call} ${field}`))?.[1];
    return sees === undefined ? [] : [`${sees} (${field})`];
  });
  return [...new Set(seen)];
}
