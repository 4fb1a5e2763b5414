import { answered, fail, refused, thin, type Case } from '../case';
import { need, type Known } from '../known';
import { ADDRESS, SECURITY } from '../people';

/** An invited co-parent's sign-up, up to the payment. */

const NO_ACCESS = ['gone', 'deadInvite'] as const;
const STRANGER = 'a-token-of-nobody';

export const ofInvite = (known: Known, token = known.hints.inviteToken) => {
  const userId = need(known.hints.inviteUser, '--invite-token and --invite-user');
  return {
    params: { userId },
    headers: { authorization: `Bearer ${need(token, '--invite-token and --invite-user')}`, 'accept-language': 'en' },
  };
};
const rawly = (known: Known, token = known.hints.inviteToken) => {
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
      // An invite is bound to its mailbox, where it has one.
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

/** The update that the front end sends together with username and password. */
export const credentialsUpdate = (known: Known) => ({
  ...contactUpdate(known),
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

/** The package that parent A is priced with, where the invite offers it too. */
export function invitedPackage({ invite, offered }: Known): string {
  const ids = need(invite, 'invites.get').packageIds;
  const own = offered && (ids === null || ids.includes(offered.id)) ? offered.id : ids?.[0];
  return need(own, 'packages.list');
}

const NEW_LINK = 'is offered a new link by mail';

export const INVITED: readonly Case[] = [
  answered('invites.get', {
    name: 'an invite',
    rule: 'what an invite opens',
    sees: 'who is in the family, and their own name',
    otherwise: 'the error page, or a dead link',
    ask: (known) => ofInvite(known),
    look: (invite, known) => void (known.invite = invite),
  }),
  ...[
    ['by a token of nobody', 'a-token-of-nobody'],
    ['by half a token', undefined],
  ].map(([name = '', token]) =>
    refused('invites.get', {
      name,
      rule: '403 for a token that is unknown, too old or somebody else’s, all alike',
      sees: NEW_LINK,
      otherwise: "sees somebody else's family, or the error page",
      as: NO_ACCESS,
      ask: (known) => ofInvite(known, token ?? need(known.hints.inviteToken, '--invite-token').slice(0, -3)),
    }),
  ),
  refused('invites.get', {
    name: "with somebody else's id",
    rule: '403 for a token that is unknown, too old or somebody else’s, all alike',
    sees: NEW_LINK,
    otherwise: "sees somebody else's family",
    as: NO_ACCESS,
    ask: (known) => ({ ...ofInvite(known), params: { userId: crypto.randomUUID() } }),
  }),
  refused('invites.get', {
    name: 'that is too old',
    rule: '403 for a token that is unknown, too old or somebody else’s, all alike',
    sees: NEW_LINK,
    otherwise: 'goes on with a link that was to be over',
    as: NO_ACCESS,
    ask({ hints }) {
      const token = need(hints.expiredInviteToken, '--expired-invite-token and --expired-invite-user');
      const userId = need(hints.expiredInviteUser, '--expired-invite-token and --expired-invite-user');
      return { params: { userId }, headers: { authorization: `Bearer ${token}` } };
    },
  }),
  {
    ...answered('invites.renew', {
      name: 'a token of nobody',
      rule: 'the answer never tells whether the invite exists',
      sees: 'that a mail is on its way, if there is such an invite',
      otherwise: 'learns which invites there are, or that something went wrong',
      ask: () => ({ headers: { 'accept-language': 'es' }, body: { inviteToken: STRANGER } }),
    }),
    judge: (outcome) =>
      outcome.kind === 'answer'
        ? []
        : [thin('that it failed, where an invite that exists is told that a mail is on its way')],
  },
  answered('parents.get', {
    name: 'by the invite',
    rule: "one's own record, by invite token or credentials token",
    sees: 'the page for username and password',
    otherwise: 'no page for username and password',
    ask: (known) => ofInvite(known),
  }),
  refused('parents.get', {
    name: 'for another id, by the invite',
    rule: "a token only opens its owner's record",
    sees: NEW_LINK,
    otherwise: "reads another user's record",
    as: NO_ACCESS,
    ask: (known) => ({ ...ofInvite(known), params: { userId: known.account?.userId || crypto.randomUUID() } }),
  }),
  ...strangers(),
  answered('parents.update', {
    name: 'themselves, without an address',
    rule: 'keeps what an invited parent tells; an address that is not told is all null',
    sees: 'goes on to the packages',
    otherwise: 'cannot leave the first step',
    ask: (known) => ({ ...ofInvite(known), body: contactUpdate(known) }),
  }),
  answered('parents.update', {
    name: 'billing',
    rule: 'keeps the sections that are told',
    sees: 'goes on to the payment',
    otherwise: 'cannot leave the billing form',
    ask: (known) => ({ ...ofInvite(known), body: billingUpdate(known) }),
  }),
  answered('parents.update', {
    name: 'the first step again',
    rule: 'an update keeps the sections and fields that it leaves out',
    sees: 'goes back to the first step, and on',
    otherwise: 'cannot leave the first step a second time',
    ask(known) {
      const { parent, ...body } = contactUpdate(known);
      const { timeZone: _left, ...contact } = parent;
      return { ...ofInvite(known), body: { ...body, parent: contact } };
    },
  }),
  answered('parents.agreeToTerms', {
    name: 'by the raw token',
    rule: 'the token stands raw in X-Invite-Token',
    sees: 'goes on',
    otherwise: 'cannot agree to the terms',
    ask: (known) => ({ ...rawly(known), body: { agreedToTerms: true as const } }),
  }),
  answered('parents.setMarketingOptIn', {
    name: 'by the raw token',
    rule: 'the token stands raw in X-Invite-Token',
    sees: 'goes on',
    otherwise: 'cannot leave the page',
    ask: (known) => ({ ...rawly(known), body: { marketingOptIn: false } }),
  }),
  answered('invites.get', {
    name: 'what was told of themselves, read back',
    rule: 'parent and parentComplete say what the invited person told',
    sees: 'their own answers, in any browser',
    otherwise: 'has to tell everything again',
    ask: (known) => ofInvite(known),
    look: ({ parent, parentComplete, billingAddressComplete }) => [
      parent.firstName !== 'Ben' && thin('their own name is not kept'),
      parent.phoneNumber !== '6125550199' && thin('their own phone is not kept'),
      !parentComplete && thin('the first step again when they come back'),
      !billingAddressComplete && fail('an update without ADDRESS has removed the address'),
    ],
  }),
  answered('parents.get', {
    name: 'terms and country, read back',
    rule: 'agreedToTerms and address say what was told',
    sees: 'no question twice',
    otherwise: 'no page for username and password',
    ask: (known) => ofInvite(known),
    look: ({ agreedToTerms, address }) => [
      !agreedToTerms && thin('the terms again, though they were agreed to'),
      address.country !== 'US' && thin('the country that was told is not kept'),
    ],
  }),
  answered('parents.checkCountry', {
    name: 'a package that is sold in the billing country',
    rule: 'as countryCriteria.check',
    sees: 'goes on to paying',
    otherwise: 'is sent back to the packages, or sees the error page',
    ask: (known) => ({ ...ofInvite(known), body: criteria(known, 'US') }),
    look: ({ result }) => [result !== 'success' && fail('it is no success')],
  }),
  answered('parents.checkCountry', {
    name: 'a package that is not sold there',
    rule: 'as countryCriteria.check',
    sees: 'is told that the packages of another country are for them',
    otherwise: 'pays for a package of another country',
    ask: (known) => ({ ...ofInvite(known), body: criteria(known, 'GB') }),
    look: ({ result }) => [result !== 'failure' && thin('it is a success')],
  }),
];

/** Each call with an unknown token. */
function strangers(): Case[] {
  const described = {
    name: 'by a token of nobody',
    rule: '401, 403, 404, 112 and auth.fail.message mean that the invite is not there',
    sees: NEW_LINK,
    otherwise: "reads or changes somebody else's sign-up, or sees the error page",
    as: NO_ACCESS,
  };
  return [
    refused('parents.get', { ...described, ask: (known) => ofInvite(known, STRANGER) }),
    refused('parents.update', {
      ...described,
      ask: (known) => ({ ...ofInvite(known, STRANGER), body: contactUpdate(known) }),
    }),
    refused('parents.agreeToTerms', {
      ...described,
      ask: (known) => ({ ...rawly(known, STRANGER), body: { agreedToTerms: true as const } }),
    }),
    refused('parents.setMarketingOptIn', {
      ...described,
      ask: (known) => ({ ...rawly(known, STRANGER), body: { marketingOptIn: true } }),
    }),
    refused('parents.checkCountry', {
      ...described,
      ask: (known) => ({ ...ofInvite(known, STRANGER), body: criteria(known, 'US') }),
    }),
    refused('parents.price', {
      ...described,
      ask: (known) => ({ ...ofInvite(known, STRANGER), body: invitedPricing(known) }),
    }),
  ];
}
