/**
 * What the documents say of each call: docs/backend.openapi.json as summary and description, docs/backend-contract.md as text. Both are
 * written by `npm run openapi`.
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
    description: 'The calls of a parent who signs up first. All but the first bear the registration key.',
    calls: {
      'registrations.create': {
        summary: 'Begin a sign-up',
        description:
          'Begins a sign-up. No authorization; `X-Referrer-Key` where a discount link was followed. An e-mail that has an account ("What no single call says") is a fault whose `field` has `.duplicate` in it, unless `parentDuplicateConfirmed`. 403 and 404 let the visitor start again. `registrationKey` may be up to the backend; it stands in a header, so it has letters, digits, `-` and `_` alone.',
      },
      'registrations.update': {
        summary: 'Keep what a later step tells',
        description:
          'Keeps what a later step tells, in one of three bodies: `PARENT` (step 1 changed), `PARENT` and `ADDRESS` with the referral (billing), `FAMILY` (co-parent and children). What a call leaves out of `parent` stays as it was. A co-parent who has an account is `coParent.duplicate`, unless `coParentDuplicateConfirmed`. 403 and 404: the registration is not there any more. The answer may be `{}`.',
      },
      'registrations.coupons': {
        summary: 'List the coupons of a sign-up',
        description: 'The coupons a sign-up can use.',
      },
      'registrations.price': {
        summary: 'Price an order',
        description:
          'What an order costs, every figure also as text. A code that is not in `paymentCodeDetails` of the answer is shown as invalid. `limboId` is the `signupId`. Any failure leads back to the packages. Where a price holds its tax, as in pounds, `taxAmount` is the part of `total` that is tax, and is not added to it. Called again whenever an answer changes, and without `X-Referrer-Key` for the price at the renewal.',
      },
      'registrations.pay': {
        summary: 'Take the payment',
        description:
          'Takes the payment. Charges a registration once, whatever the `Idempotency-Key`: the same key returns the same response, and another key after a payment returns the first receipt. `amountDisplayed` is what the person saw; answer 409 with the new `pricing` where it is not the price any more. What is answered, and what each answer leads to, is in "A payment" of docs/backend-contract.md.',
      },
      'registrations.payment': {
        summary: 'Look a payment up',
        description:
          'What became of it: `{"state":"pending"}`, the payment response, `{"state":"failed","exception":"…"}`, or `{"state":"none"}` where nothing ever came with the key.',
      },
      'registrations.resendLink': {
        summary: 'Mail the link to username and password again',
        description:
          'Mails the link to username and password again, with a new token and to the e-mail of the account that this sign-up paid for. The earlier links stay valid. The browser that asks may hold an old copy of a cookie: limit the mails of an account (ours sends one in ten minutes and five a day), send none once the credentials are set or before the payment is taken, and respond alike in each case. May return 404 where a backend does not have this call.',
      },
    },
  },
  {
    title: 'What is on offer',
    description: 'Packages, whom they are offered to, and what the payment provider’s client needs.',
    calls: {
      'pricingGroups.find': {
        summary: 'Find what is on offer to somebody',
        description:
          'The packages on offer to somebody; `countryCode` without plus, `country` null while there is no address. Not asked for who comes with an invite. The group (`P0` to `P3`) decides how they are laid out.',
      },
      'packages.list': {
        summary: 'List packages',
        description:
          'The packages themselves, by their ids with commas between them; an id that is not sold any more is left out, and one of another pricing locale is not, so that a package of another country can be named as such. Without `ids`, all that are sold in the pricing locale. `pricingLocale` is `US` or `UK`. Prices and options are those of one currency; an option’s price is for one year. An order of a build-your-own package may name `CALLSBASIC` and `MYFILES`, which are free, whether or not they were offered.',
      },
      'countryCriteria.check': {
        summary: 'Check a package against the billing country',
        description:
          'Whether the package is sold in the billing country. A phone of another country alone is no failure. `countryCode` is a calling code with its plus. `failure` sends the visitor back to the packages, which are asked for anew, once; after a second one the page names the support phone.',
      },
      'paymentClientToken.get': {
        summary: 'Get a client token of the payment provider',
        description:
          'What the payment provider’s client needs (Braintree’s client token; `sandbox` where the front end is to tokenise the test cards itself), and the card brands not taken in the country.',
      },
    },
  },
  {
    title: 'After a payment',
    description: 'Username, password and sign-in.',
    calls: {
      'credentials.usernameAvailability': {
        summary: 'Ask whether a username can be had',
        description:
          'Whether a username can be had. Usernames that differ only in case are the same. The bearer is the `clickToJoinToken` of the payment, or an invite token. `available` is required.',
      },
      'credentials.set': {
        summary: 'Set username and password',
        description:
          'Sets username and password, once; the token has then done its work. The bearer is the `clickToJoinToken`, or the invite token of who pays nothing or has paid.',
      },
      'sessions.create': {
        summary: 'Sign in',
        description:
          'Signs in. A `url` or `redirectUrl` that is the root or the login form means that it failed; a path alone is one of the main product. `auth`, a token that the main product can have checked, and `userId` are handed over to it in cookies, where the front end’s operator names them.',
      },
      'families.setFlag': {
        summary: 'Set a flag of the family',
        description: 'Told after a payment for both parents; a failure changes nothing for the visitor.',
      },
    },
  },
  {
    title: 'An invited co-parent',
    description: 'The calls of somebody who followed an invite’s link. They bear its token.',
    calls: {
      'invites.get': {
        summary: 'Open an invite',
        description:
          'What an invite opens. 403 for a token that is unknown, too old or somebody else’s, all alike; 410 once the sign-up is done. Asked on every page of the journey, so what `parents.update` has kept is to show in it: `parent`, `parentComplete`, `billingAddressComplete`. `paidOrder` is the order that the invited person paid (`answer`, `order`, `timeZone`, `billingAddress`), for a link that was mailed after the payment. An older link may be in other hands: for it `paidByAnother` (`order`, `totalFormatted`, `paidAt`) replaces it, and `parent` contains only what the invitation contained.',
      },
      'invites.renew': {
        summary: 'Ask for a new invite link',
        description:
          'Mails a new link. `status` 111, or a `message` with "fail" in it, is a failure to send. A token of nobody is answered like one of somebody, so that nobody finds out which invites exist.',
      },
      'parents.get': {
        summary: 'Read one’s own record',
        description:
          'One’s own record, by invite token or credentials token. A credentials token that has done its work is refused, here and by `credentials.usernameAvailability`: the browser that paid then shows the receipt. `isProfessional` says whose the account is, where your mail leads professionals to the front end’s credentials page.',
      },
      'parents.update': {
        summary: 'Keep what an invited parent tells',
        description:
          'Keeps what an invited parent tells, in one of three bodies: `PARENT` (step 1), `PARENT` and `ADDRESS` (billing), or `REFERRAL`, `SECURITY_QUESTION` and `SECURITY_CODE` (with the credentials), with `PARENT` unless step 1 was skipped. Only what `sections` name is to be kept: `parent` is in each body, and the address is all null where it is not told. What a call leaves out of `parent` stays as it was. A success is `{"status": 200, "message": "success"}`, or anything without a failure in it. Failures may come with HTTP 200: `status` 112 or `auth.fail.message` leads to asking for a new link, faults are shown above the form; 403 starts again.',
      },
      'parents.agreeToTerms': {
        summary: 'Agree to the terms',
        description: 'The token stands raw in `X-Invite-Token`.',
      },
      'parents.setMarketingOptIn': {
        summary: 'Choose whether to get news',
        description: 'Likewise; a failure changes nothing for the visitor.',
      },
      'parents.checkCountry': {
        summary: 'Check an invited parent’s phone against the billing country',
        description: 'As `countryCriteria.check`, for an invited parent.',
      },
      'parents.price': {
        summary: 'Price an invited parent’s order',
        description:
          'The price and order check; the address is the one they left. `withoutCoupon` asks for the price without the invite’s own coupon, for the renewal notice; whoever ignores it is recognised by the coupon in the answer.',
      },
      'parents.pay': {
        summary: 'Take an invited parent’s payment',
        description: 'As `registrations.pay`. A dead invite is 403, or HTTP 200 with `status` 112 or 403.',
      },
      'parents.payment': {
        summary: 'Look an invited parent’s payment up',
        description: 'As `registrations.payment`.',
      },
    },
  },
  {
    title: 'A professional',
    description: 'A professional’s account, and the lists that its form is made of.',
    calls: {
      'professional.validate': {
        summary: 'Check one step of a professional’s form',
        description:
          'Whether one step’s values will do; nothing is kept. Which step it is, its fields tell. Faults come with 409 alone; a fault without text gets the front end’s own for the field.',
      },
      'professional.create': {
        summary: 'Register a professional',
        description:
          'Registers a professional, once for each `Idempotency-Key`. What the answer leaves out is shown as it was sent. `passwordUrl` may be an http(s) address where they choose their password: the page then leads there. Without it, the page says that your mail has a link for that.',
      },
      'lookups.list': {
        summary: 'Get an option list',
        description:
          'An option list: `titles`, `referrals`, `bench-officers`, `colleagues`, `country-codes`, `countries`, `roles`. Only the roles depend on a `country`. An entry may be a text that is its own name. Of the `referrals`, `BENCH_OFFICER`, `COLLEAGUE` and `OTHER` make the form ask more. `titles` is also what the front end’s readiness asks.',
      },
      'reference.regions': {
        summary: 'List the regions of a country',
        description: 'The regions of a country; empty where it has none.',
      },
      'reference.timezones': {
        summary: 'List the time zones of a country',
        description: 'The time zones of a country, or of one of its regions; the first is the default.',
      },
    },
  },
];

/** @throws Error for a call without a text */
export function getOperationText(name: string): CallText & { tag: string } {
  for (const { title, calls } of CHAPTERS) if (calls[name]) return { ...calls[name], tag: title };
  throw new Error(`operation-texts.ts has no text of ${name}`);
}

/** By the contract's code of an error. */
export const REFUSAL_TEXTS: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'The front end is not known, or the token of the call is not.',
  INVALID: 'The person can mend this. A field with `.duplicate` in its name tells of an account that exists.',
  CONFLICT: 'One fault for each field. A text that is empty gets the front end’s own.',
  FORBIDDEN: 'Registration or invite are not there any more, or belong to somebody else.',
  NOT_FOUND: 'There is no such registration or invite; it means the same as 403.',
  DECLINED: 'Nothing was taken and nothing will be. The person is told the exception, and pays otherwise.',
  PRICE_CHANGED: 'Not the price that the person saw. Nothing was taken; they see the new one, and press again.',
  COMPLETED: 'The sign-up is done already.',
};

/** By the parameter's name. */
export const PARAMETER_TEXTS: Readonly<Record<string, string>> = {
  signupId: 'Of `registrations.create`.',
  userId: 'Of the invite’s link, or of the payment’s answer.',
  familyId: 'Of the payment’s answer.',
  idempotencyKey: 'The `Idempotency-Key` that the payment was sent with.',
  flag: 'Which flag.',
  list: 'Which list.',
  countryId: 'ISO 3166-1 alpha-2.',
  country: 'ISO 3166-1 alpha-2.',
  region: 'ISO 3166-2 without the country.',
  ids: 'Package ids with commas between them. Without it, all that are sold in the pricing locale.',
  pricingLocale: '`UK` for an address in Great Britain, `US` for every other.',
  'accept-language': 'The language of texts: `en`, `es` or `en-GB`.',
  'idempotency-key': 'The same for each try of one payment, or of one registration.',
  'x-activity': 'What the values are checked for.',
  'x-anonymous-id':
    'The visitor’s random id, where they let themselves be counted when the sign-up began. Offers are decided by it.',
  'x-referrer-key': 'The referrer of a discount link, where one was followed.',
};
