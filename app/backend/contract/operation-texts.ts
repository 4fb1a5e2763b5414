/**
 * The text of each call: summary and description in docs/backend.openapi.json, and text in docs/backend-calls.md. `npm run openapi` writes
 * both.
 */

interface CallText {
  /** A title of a few words, without a full stop. */
  summary: string;
  /** Markdown. */
  description: string;
}

interface Chapter {
  /** The heading on the page, and the tag in the document. */
  title: string;
  description: string;
  calls: Readonly<Record<string, CallText>>;
}

export const CHAPTERS: readonly Chapter[] = [
  {
    title: "Parent A's sign-up",
    description: 'The calls of a parent who signs up first. All but the first carry the registration key.',
    calls: {
      'registrations.create': {
        summary: 'Begin a sign-up',
        description:
          'Begins a sign-up. Needs no authorization. `X-Referrer-Key` is set after a discount link. An e-mail that has an account ("Rules across calls") is a fault whose `field` contains `.duplicate`, unless `parentDuplicateConfirmed` is true. After 403 or 404 the visitor starts again. The backend chooses the `registrationKey`. It is sent in a header, so it contains only letters, digits, `-` and `_`.',
      },
      'registrations.update': {
        summary: 'Store the data of a later step',
        description:
          'Stores the data of a later step. `sections` is `PARENT` (step 1 changed), `PARENT` and `ADDRESS` with the referral (billing), or `FAMILY` (co-parent and children). Fields omitted from `parent` stay unchanged. A co-parent who has an account is the fault `coParent.duplicate`, unless `coParentDuplicateConfirmed` is true. 403 and 404 mean that the registration does not exist. The response may be `{}`.',
      },
      'registrations.discard': {
        summary: 'Delete an unpaid sign-up',
        description:
          'Deletes the sign-up after "Exit this page". Return success also for an unknown or deleted id, and 403 for another key. If it is paid, or a payment is in progress or unknown, return 409 and delete nothing; check and delete in one transaction. Return 403 or 404 to later calls: never create it again. A backend without this call may return 404, 405 or 501, and keeps the answers.',
      },
      'registrations.coupons': {
        summary: 'List the coupons of a sign-up',
        description:
          'Returns the coupons a sign-up can use. If there is exactly one, and it has a `percentage`, the packages show the reduced prices, rounded half-up to the minor unit.',
      },
      'registrations.price': {
        summary: 'Price an order',
        description:
          'Returns the price of an order, with every amount also as text. The page shows a code as invalid if `paymentCodeDetails` does not contain it. `limboId` is the `signupId`. After any failure the visitor returns to the packages. Where prices include tax, as in pounds, `taxAmount` is the part of `total` that is tax; do not add it. The front end calls it again whenever the order changes, and without `X-Referrer-Key` for the renewal price.',
      },
      'registrations.pay': {
        summary: 'Take the payment',
        description:
          'Takes the payment. Charge a registration once, whatever the `Idempotency-Key`: the same key returns the same response, and another key after a payment returns the first receipt, with `isJoined: true`. `amountDisplayed` is the amount the visitor saw. If the price has changed, return 409 with the new `pricing`. If another payer has paid for the subscription, refuse with 403, even if an update just before did not report it. "A payment" of docs/backend-contract.md lists the responses and their effects.',
      },
      'registrations.payment': {
        summary: 'Look up a payment',
        description:
          'Returns the outcome: `{"state":"pending"}`, the payment response (with `isJoined: true` if another key paid), `{"state":"failed","exception":"…"}`, or `{"state":"none"}` for a key that was never received. Keep the registration for it ("Retention" of docs/backend-contract.md).',
      },
      'registrations.resendLink': {
        summary: 'Mail the credentials link again',
        description:
          'Mails the link to username and password again, with a new token, to the e-mail of the account that this sign-up paid for. Earlier links stay valid. The calling browser may hold an old copy of a cookie, so limit the mails of an account (ours sends one in ten minutes and five a day). Send none before the payment is taken or after the credentials are set. Return the same response in each case, and success or 403 for a deleted sign-up. A backend without this call may return 404.',
      },
    },
  },
  {
    title: 'Available packages',
    description: 'Packages, who can buy them, and what the payment provider’s client needs.',
    calls: {
      'pricingGroups.find': {
        summary: 'Find the packages available to a visitor',
        description:
          'Returns the packages available to a visitor. `countryCode` has no plus; `country` is null while there is no address. Not called for invited parents. The group (`P0` to `P3`) sets the layout.',
      },
      'packages.list': {
        summary: 'List packages',
        description:
          'Returns packages by their ids, separated by commas. Omit ids that are no longer sold, but return those of another pricing locale, so that the page can name a package of another country. Without `ids`, return all packages of the pricing locale, which is `US` or `UK`. A package has one `price` in a pricing locale, for every visitor: another price is another id. Prices and options are in one currency; the price of an option is for one year. An order of a build-your-own package may contain `CALLSBASIC` and `MYFILES`, which are free, even if they were not offered.',
      },
      'countryCriteria.check': {
        summary: 'Check a package against the billing country',
        description:
          'Returns whether the package is sold in the billing country. A phone of another country is not a failure in itself. `countryCode` is a calling code with its plus. After `failure` the visitor returns to the packages, which the front end loads again, once; after a second failure the page shows the support phone.',
      },
      'paymentClientToken.get': {
        summary: 'Get a client token of the payment provider',
        description:
          'Returns what the payment provider’s client needs, and the card brands not accepted in the country. It is Braintree’s client token, or `sandbox` if the front end tokenises the test cards itself. Where a bank must confirm the card (3-D Secure), `currency` is that of the order: make the token for the merchant account that will charge it, because Braintree declines a confirmation for another one.',
      },
    },
  },
  {
    title: 'After a payment',
    description: 'Username, password and sign-in.',
    calls: {
      'credentials.usernameAvailability': {
        summary: 'Check whether a username is available',
        description:
          'Returns whether a username is available. Usernames that differ only in case are the same. The bearer is the `clickToJoinToken` of the payment, or an invite token. `available` is required.',
      },
      'credentials.set': {
        summary: 'Set username and password',
        description:
          'Sets username and password. A token works once, but accepts the same username and password again: a form may be sent twice, or a response be lost. The bearer is the `clickToJoinToken`, or the invite token of a parent who has paid or owes nothing.',
      },
      'sessions.create': {
        summary: 'Sign in',
        description:
          'Signs in. A `url` or `redirectUrl` that is the root or the login form means failure. With `auth`, the front end’s `APP_HOME_URL` and `PRO_CASES_URL` are successes, and so are routes of a single-page application other than the login form’s. A path without a host belongs to the main product. `auth`, a token that the main product can verify, and `userId` go to the main product in cookies, if the operator of the front end names them.',
      },
      'families.setFlag': {
        summary: 'Set a flag of the family',
        description: 'Is called after a payment for both parents. A failure does not affect the visitor.',
      },
    },
  },
  {
    title: 'An invited co-parent',
    description: 'The calls of a co-parent who followed an invite link. They carry its token.',
    calls: {
      'invites.get': {
        summary: 'Open an invite',
        description:
          'Returns the invitation. Return the same 403 for an unknown token, an expired one and another user’s; return 410 once the sign-up is done. Every page of the journey calls it, so it must return what `parents.update` stored: `parent`, `billingAddressComplete`, and `parentComplete` once a browser has stored a contact. Another person with the link may have stored it, so each browser then opens the credentials only after its own forms. For the same reason choose the packages by the query, which is what this browser sent: by `country`, else `callingCode`, else the invitation. `paidOrder` is the order that the invited parent paid (`answer`, `order`, `timeZone`, `billingAddress`), for a link that was mailed after the payment. Another person may hold an older link. For it, return `paidByAnother` (`order`, `totalFormatted`, `paidAt`) instead, and in `parent` only what the invitation contained.',
      },
      'invites.renew': {
        summary: 'Ask for a new invite link',
        description:
          'Mails a new link. `status` 111, or a `message` that contains "fail", is a failure to send. Return the same response for an unknown token, so that strangers cannot find out which invites exist.',
      },
      'parents.get': {
        summary: 'Read the owner’s record',
        description:
          'Returns the record of the token’s owner. The bearer is an invite token or a credentials token. Reject a used token, here (403, or 410 as in `invites.get`) and in `credentials.usernameAvailability`: the browser that paid then shows the receipt. `isProfessional` marks a professional’s account, if your mail leads professionals to the credentials page of the front end. `marketingOptIn` is the last answer about news, from the payment or `parents.setMarketingOptIn`: the box on the credentials page starts with it. Without it, a browser that lacks the payment’s answer never sends `false`.',
      },
      'parents.update': {
        summary: 'Store an invited parent’s data',
        description:
          'Stores an invited parent’s data. `sections` is `PARENT` (step 1), `PARENT` and `ADDRESS` (billing), or `REFERRAL`, `SECURITY_QUESTION` and `SECURITY_CODE` (with the credentials), with `PARENT` unless step 1 was skipped. Store only the named `sections`: `parent` is in every body, and all fields of a missing address are null. Fields omitted from `parent` stay unchanged. A success is `{"status": 200, "message": "success"}`, or any body without a failure. Failures may have HTTP 200: after `status` 112 or `auth.fail.message` the visitor can ask for a new link, faults appear above the form, and after 403 the visitor starts again.',
      },
      'parents.agreeToTerms': {
        summary: 'Agree to the terms',
        description: 'Stores the agreement to the terms. `X-Invite-Token` contains the raw token.',
      },
      'parents.setMarketingOptIn': {
        summary: 'Choose whether to get news',
        description:
          'Stores the choice. `X-Invite-Token` contains the raw token. A failure does not affect the visitor.',
      },
      'parents.checkCountry': {
        summary: 'Check an invited parent’s phone against the billing country',
        description: 'As `countryCriteria.check`, for an invited parent.',
      },
      'parents.price': {
        summary: 'Price an invited parent’s order',
        description:
          'Prices and checks the order, for the address and phone of `payer`, as `parents.pay`: another person with the invite may have stored others. `withoutCoupon` requests the price without the coupon of the invite, for the renewal notice. The front end recognises a backend that ignores it by the coupon in the response.',
      },
      'parents.pay': {
        summary: 'Take an invited parent’s payment',
        description:
          'As `registrations.pay`. An invalid invite, or one whose subscription is current, is 403, or HTTP 200 with `status` 112 or 403. Without `isJoined`, another person with the invite gets the payer’s receipt and account.',
      },
      'parents.payment': {
        summary: 'Look up an invited parent’s payment',
        description:
          'As `registrations.payment`, also by a link that has expired since: otherwise the page checks the payment for ever.',
      },
    },
  },
  {
    title: 'A professional',
    description: 'A professional’s account, and the lists in its form.',
    calls: {
      'professional.validate': {
        summary: 'Check one step of a professional’s form',
        description:
          'Validates the values of one step, and stores nothing. The fields identify the step. Faults always have status 409. For a fault without text, the front end shows its text for the field.',
      },
      'professional.create': {
        summary: 'Register a professional',
        description:
          'Registers a professional, once for each `Idempotency-Key`. The page shows the sent value of every field that the response omits. `passwordUrl` may be an http(s) address where professionals choose their password; the page then links to it. Without it, the page says that your mail contains such a link.',
      },
      'lookups.list': {
        summary: 'Get an option list',
        description:
          'Returns an option list: `titles`, `referrals`, `bench-officers`, `colleagues`, `country-codes`, `countries` or `roles`. Only the roles depend on a `country`. An entry may be a text, which is then both value and name. The `referrals` `BENCH_OFFICER`, `COLLEAGUE` and `OTHER` open further questions. The readiness check of the front end also calls `titles`.',
      },
      'reference.regions': {
        summary: 'List the regions of a country',
        description: 'Returns the regions of a country; empty if it has none.',
      },
      'reference.timezones': {
        summary: 'List the time zones of a country',
        description: 'Returns the time zones of a country, or of one of its regions; the first is the default.',
      },
    },
  },
];

/** @throws Error for a call without a text */
export function getOperationText(name: string): CallText & { tag: string } {
  for (const { title, calls } of CHAPTERS) if (calls[name]) return { ...calls[name], tag: title };
  throw new Error(`operation-texts.ts has no text for ${name}`);
}

/** By the contract's code of an error. */
export const REFUSAL_TEXTS: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'The front end or the token of the call is unknown.',
  INVALID: 'The visitor can fix this. A field with `.duplicate` in its name means an existing account.',
  CONFLICT: 'One fault for each field. For an empty text, the front end shows its own.',
  FORBIDDEN: 'The registration or invite does not exist, or belongs to another user.',
  NOT_FOUND: 'The registration or invite does not exist; means the same as 403.',
  DECLINED: 'Nothing was charged and nothing will be. The visitor sees the exception, and can pay another way.',
  PRICE_CHANGED:
    'The displayed amount is not the price. Nothing was charged; the visitor sees the new price and presses again.',
  PAYMENT_BEGUN: 'The sign-up is paid, or a payment is in progress or unknown. Nothing was deleted.',
  COMPLETED: 'The sign-up is already done.',
};

/** By the parameter's name. */
export const PARAMETER_TEXTS: Readonly<Record<string, string>> = {
  signupId: 'From `registrations.create`.',
  userId: 'From the invite link or the payment.',
  familyId: 'From the payment response.',
  idempotencyKey: 'The `Idempotency-Key` of the payment.',
  flag: 'Which flag.',
  list: 'Which list.',
  countryId: 'ISO 3166-1 alpha-2.',
  country: 'ISO 3166-1 alpha-2.',
  currency: 'Currency of the order, where a bank must confirm the card.',
  region: 'ISO 3166-2 without the country.',
  ids: 'Package ids, separated by commas. Without it, all packages of the pricing locale.',
  pricingLocale: '`UK` for an address in Great Britain, `US` for every other.',
  'accept-language': 'Language: `en`, `es` or `en-GB`.',
  'idempotency-key': 'The same for each try of a payment or registration.',
  'x-activity': 'The purpose of the validation.',
  'x-anonymous-id': 'Random id, if the visitor agreed to analytics before the sign-up began.',
  'x-referrer-key': 'Referrer of a discount link.',
};
