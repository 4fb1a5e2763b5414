import { answered, fail, refused, thin, type Case } from '../case';
import { need, type Known } from '../known';
import { ADDRESS, SECURITY } from '../people';

/** An invited co-parent's sign-up, up to the payment. */

const NO_ACCESS = ['gone', 'deadInvite'] as const;
const UNKNOWN_TOKEN = 'unknown-token';

export const ofInvite = (known: Known, token = known.hints.inviteToken) => {
  const userId = need(known.hints.inviteUser, '--invite-token and --invite-user');
  return {
    params: { userId },
    headers: { authorization: `Bearer ${need(token, '--invite-token and --invite-user')}`, 'accept-language': 'en' },
  };
};
export function ofExpiredInvite({ hints }: Known) {
  const token = need(hints.expiredInviteToken, '--expired-invite-token and --expired-invite-user');
  const userId = need(hints.expiredInviteUser, '--expired-invite-token and --expired-invite-user');
  return { params: { userId }, headers: { authorization: `Bearer ${token}` } };
}
const rawTokenRequest = (known: Known, token = known.hints.inviteToken) => {
  const { params } = ofInvite(known);
  return { params, headers: { 'x-invite-token': need(token, '--invite-token and --invite-user') } };
};
const NO_ADDRESS = { line1: null, line2: null, city: null, region: null, postalCode: null, country: null };

function contactUpdate(known: Known) {
  const { parent } = need(known.invite, 'invites.get');
  return {
    sections: ['PARENT' as const],
    parent: {
      userId: need(known.hints.inviteUser, '--invite-user'),
      firstName: 'Ben',
      lastName: 'Lee',
      // An invite that was sent to a mailbox accepts only that e-mail.
      email: parent.email ?? `ben.${known.unique}@example.com`,
      phoneCountryCode: '+1',
      phoneNumber: '6125550199',
      timeZone: 'America/Chicago',
    },
    address: NO_ADDRESS,
    segmentAnonymousId: null,
    segmentIdentify: false,
  };
}

const billingUpdate = (known: Known) => ({
  ...contactUpdate(known),
  sections: ['PARENT' as const, 'ADDRESS' as const],
  address: ADDRESS,
});

/** Taxed differently, so that a payment at the stored address is not at the displayed price. */
export const billingElsewhere = (known: Known) => ({
  ...billingUpdate(known),
  address: { ...ADDRESS, city: 'Austin', region: 'TX', postalCode: '73301' },
});

/** Last name and address differ from the stored ones, as if another browser had stored those meanwhile. */
export function paidDetails(known: Known) {
  const { parent, address } = billingUpdate(known);
  return { parent: { ...parent, lastName: 'Leigh', timeZone: undefined }, address };
}

/** The update that the front end sends together with username and password. A paid account keeps the payer's name. */
export const credentialsUpdate = (known: Known) => ({
  ...contactUpdate(known),
  parent: { ...billingUpdate(known).parent, lastName: 'Leigh' },
  sections: ['PARENT' as const, 'REFERRAL' as const, 'SECURITY_QUESTION' as const, 'SECURITY_CODE' as const],
  referral: { selection: 'SEARCH_ENGINE', other: null },
  securityQuestion: SECURITY.securityQuestion,
  securityAnswer: SECURITY.securityAnswer,
  securityCode: SECURITY.securityCode,
  confirmCode: SECURITY.securityCode,
});

const criteria = (known: Known, country: string) => ({
  packageId: need(known.invite?.packageIds?.[0] ?? known.packageIds?.[0], 'packages'),
  countryCriteria: { countryCode: '+1', phoneNumber: '6125550199', country },
});

export const invitedPricing = (known: Known, packageId?: string) => ({
  userId: need(known.hints.inviteUser, '--invite-user'),
  orderDetail: { packageId: packageId ?? invitedPackage(known), productId: null, services: [] },
  subscriptionCodes: [],
});

/** The package of parent A's price, if the invite offers it; otherwise the first package of the invite. */
export function invitedPackage({ invite, offered }: Known): string {
  const ids = need(invite, 'invites.get').packageIds;
  const own = offered && (ids === null || ids.includes(offered.id)) ? offered.id : ids?.[0];
  return need(own, 'packages.list');
}

const NEW_LINK = 'is offered a new link by mail';

export const INVITED: readonly Case[] = [
  answered('invites.get', {
    name: 'an invite',
    rule: 'returns the invitation',
    sees: 'the family members and their own name',
    otherwise: 'the error page, or an expired link',
    ask: (known) => ofInvite(known),
    look: (invite, known) => void (known.invite = invite),
  }),
  ...[
    ['with an unknown token', 'unknown-token'],
    ['with a truncated token', undefined],
  ].map(([name = '', token]) =>
    refused('invites.get', {
      name,
      rule: "the same 403 for an unknown token, an expired one and another user's",
      sees: NEW_LINK,
      otherwise: "sees another user's family, or the error page",
      as: NO_ACCESS,
      ask: (known) => ofInvite(known, token ?? need(known.hints.inviteToken, '--invite-token').slice(0, -3)),
    }),
  ),
  refused('invites.get', {
    name: "with another user's id",
    rule: "the same 403 for an unknown token, an expired one and another user's",
    sees: NEW_LINK,
    otherwise: "sees another user's family",
    as: NO_ACCESS,
    ask: (known) => ({ ...ofInvite(known), params: { userId: crypto.randomUUID() } }),
  }),
  refused('invites.get', {
    name: 'an expired invite',
    rule: "the same 403 for an unknown token, an expired one and another user's",
    sees: NEW_LINK,
    otherwise: 'continues with an expired link',
    as: NO_ACCESS,
    ask: ofExpiredInvite,
  }),
  {
    ...answered('invites.renew', {
      name: 'an unknown token',
      rule: 'the response never reveals whether the invite exists',
      sees: 'that a mail is on its way if the invite exists',
      otherwise: 'learns which invites exist, or that something went wrong',
      ask: () => ({ headers: { 'accept-language': 'es' }, body: { inviteToken: UNKNOWN_TOKEN } }),
    }),
    judge: (outcome) =>
      outcome.kind === 'answer' ? [] : [thin('a failure, although an existing invite leads to "a mail is on its way"')],
  },
  answered('parents.get', {
    name: 'with the invite',
    rule: "returns the owner's record for an invite token or a credentials token",
    sees: 'the page for username and password',
    otherwise: 'no page for username and password',
    ask: (known) => ofInvite(known),
  }),
  refused('parents.get', {
    name: "another user's id, with the invite",
    rule: "a token opens only its owner's record",
    sees: NEW_LINK,
    otherwise: "reads another user's record",
    as: NO_ACCESS,
    ask: (known) => ({ ...ofInvite(known), params: { userId: known.account?.userId || crypto.randomUUID() } }),
  }),
  ...unknownTokenCases(),
  answered('parents.update', {
    name: 'contact data, without an address',
    rule: "stores an invited parent's data; all fields of a missing address are null",
    sees: 'continues to the packages',
    otherwise: 'cannot leave the first step',
    ask: (known) => ({ ...ofInvite(known), body: contactUpdate(known) }),
  }),
  answered('parents.update', {
    name: 'billing',
    rule: 'stores the sections it receives',
    sees: 'continues to the payment',
    otherwise: 'cannot leave the billing form',
    ask: (known) => ({ ...ofInvite(known), body: billingUpdate(known) }),
  }),
  answered('parents.update', {
    name: 'the first step again',
    rule: 'an update leaves omitted sections and fields unchanged',
    sees: 'goes back to the first step and continues',
    otherwise: 'cannot leave the first step a second time',
    ask(known) {
      const { parent, ...body } = contactUpdate(known);
      const { timeZone: _left, ...contact } = parent;
      return { ...ofInvite(known), body: { ...body, parent: contact } };
    },
  }),
  answered('parents.agreeToTerms', {
    name: 'with the raw token',
    rule: 'X-Invite-Token contains the raw token',
    sees: 'continues',
    otherwise: 'cannot agree to the terms',
    ask: (known) => ({ ...rawTokenRequest(known), body: { agreedToTerms: true as const } }),
  }),
  answered('parents.setMarketingOptIn', {
    name: 'with the raw token',
    rule: 'X-Invite-Token contains the raw token',
    sees: 'continues',
    otherwise: 'cannot leave the page',
    ask: (known) => ({ ...rawTokenRequest(known), body: { marketingOptIn: true } }),
  }),
  answered('invites.get', {
    name: 'contact data, read back',
    rule: 'parent and parentComplete return the stored contact data',
    sees: 'their own name, in any browser',
    otherwise: 'must enter everything again',
    ask: (known) => ofInvite(known),
    look: ({ parent, parentComplete, billingAddressComplete }) => [
      parent.firstName !== 'Ben' && thin('their name is not stored'),
      parent.phoneNumber !== '6125550199' && thin('their phone is not stored'),
      !parentComplete && thin('data that another person with the link may have entered'),
      !billingAddressComplete && fail('an update without ADDRESS removed the address'),
    ],
  }),
  answered('parents.get', {
    name: 'terms, news and country, read back',
    rule: 'agreedToTerms, marketingOptIn and address return the stored values',
    sees: 'no question twice',
    otherwise: 'no page for username and password',
    ask: (known) => ofInvite(known),
    look: ({ agreedToTerms, marketingOptIn, address }) => [
      !agreedToTerms && thin('the terms again although they agreed to them'),
      marketingOptIn === false && thin('an empty box about news, although they agreed to it'),
      address.country !== 'US' && thin('the country is not stored'),
    ],
  }),
  answered('parents.checkCountry', {
    name: 'a package sold in the billing country',
    rule: 'as countryCriteria.check',
    sees: 'continues to the payment',
    otherwise: 'is sent back to the packages, or sees the error page',
    ask: (known) => ({ ...ofInvite(known), body: criteria(known, 'US') }),
    look: ({ result }) => [result !== 'success' && fail('the result is not "success"')],
  }),
  answered('parents.checkCountry', {
    name: 'a package not sold there',
    rule: 'as countryCriteria.check',
    sees: 'sees that their country has other packages',
    otherwise: 'pays for a package of another country',
    ask: (known) => ({ ...ofInvite(known), body: criteria(known, 'GB') }),
    look: ({ result }) => [result !== 'failure' && thin('the result is "success"')],
  }),
];

/** Each call with an unknown token. */
function unknownTokenCases(): Case[] {
  const described = {
    name: 'with an unknown token',
    rule: '401, 403, 404, 112 and auth.fail.message mean that the invite does not exist',
    sees: NEW_LINK,
    otherwise: "reads or changes another user's sign-up, or sees the error page",
    as: NO_ACCESS,
  };
  return [
    refused('parents.get', { ...described, ask: (known) => ofInvite(known, UNKNOWN_TOKEN) }),
    refused('parents.update', {
      ...described,
      ask: (known) => ({ ...ofInvite(known, UNKNOWN_TOKEN), body: contactUpdate(known) }),
    }),
    refused('parents.agreeToTerms', {
      ...described,
      ask: (known) => ({ ...rawTokenRequest(known, UNKNOWN_TOKEN), body: { agreedToTerms: true as const } }),
    }),
    refused('parents.setMarketingOptIn', {
      ...described,
      ask: (known) => ({ ...rawTokenRequest(known, UNKNOWN_TOKEN), body: { marketingOptIn: true } }),
    }),
    refused('parents.checkCountry', {
      ...described,
      ask: (known) => ({ ...ofInvite(known, UNKNOWN_TOKEN), body: criteria(known, 'US') }),
    }),
    refused('parents.price', {
      ...described,
      ask: (known) => ({ ...ofInvite(known, UNKNOWN_TOKEN), body: invitedPricing(known) }),
    }),
  ];
}
