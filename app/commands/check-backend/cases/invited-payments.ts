import { answered, fail, refused, thin, type Case } from '../case';
import { need, type Known } from '../known';
import { PASSWORD, usernameOf } from '../people';
import {
  billingElsewhere,
  credentialsUpdate,
  invitedPackage,
  invitedPricing,
  ofExpiredInvite,
  ofInvite,
  paidDetails,
} from './invited';
import { usedToken } from './credentials';
import { refusedPayments, takenPayments, type PayerCalls } from './payments';
import { checkSums } from './prices';

/** An invited co-parent's price, payment and credentials. */

const PARENT_B: PayerCalls = {
  pay: 'parents.pay',
  find: 'parents.payment',
  of: (known, stranger) => ofInvite(known, stranger ? 'unknown-token' : undefined),
  packageOf: invitedPackage,
  priceOf: (known) => need(known.invitedPrice, 'parents.price'),
  detailsOf: paidDetails,
  kept: 'invitedPayment',
  journey: 'invited',
};

/** @throws MissingInput unless the invite was paid in this run */
const afterPayment = (known: Known) => {
  need(known.invitedPayment?.answer, 'parents.pay, and --pay');
  return ofInvite(known);
};

export const INVITED_PAYMENTS: readonly Case[] = [
  answered('parents.price', {
    name: 'a package',
    rule: 'prices and checks the order, for the stored address',
    sees: 'the amount due',
    otherwise: 'is sent back to the packages on every try',
    ask: (known) => ({ ...ofInvite(known), body: invitedPricing(known) }),
    look({ pricing }, known) {
      known.invitedPrice = pricing;
      return checkSums(pricing);
    },
  }),
  refused('parents.price', {
    name: 'an unknown package',
    rule: 'rejects an order for an unavailable package',
    sees: 'is sent back to the packages',
    otherwise: 'sees a price for an unavailable package',
    as: ['invalid', 'gone'],
    ask: (known) => ({ ...ofInvite(known), body: invitedPricing(known, 'unknown-package') }),
  }),
  answered('parents.update', {
    name: 'billing in another browser, with another address',
    rule: 'stores the sections it receives',
    sees: 'continues to the payment',
    otherwise: 'cannot leave the billing form',
    ask: (known) => ({ ...ofInvite(known), body: billingElsewhere(known) }),
  }),
  ...refusedPayments(PARENT_B),
  ...takenPayments(PARENT_B),
  {
    ...answered('parents.payment', {
      name: 'by a link that has expired since',
      rule: 'also by a link that has expired since the payment',
      sees: 'the outcome of a payment at the end of their link',
      otherwise: 'the page that checks the payment, forever',
      ask(known) {
        const { params, headers } = ofExpiredInvite(known);
        return { params: { ...params, idempotencyKey: `${known.unique}-never` }, headers };
      },
    }),
    judge: (outcome) =>
      outcome.kind === 'answer' ? [] : [thin('the page that checks the payment, forever, once their link has expired')],
  },
  answered('invites.get', {
    name: 'after the payment, with a link from before it',
    rule: 'paidByAnother instead of paidOrder, and in parent only what the invitation contained',
    sees: 'in another browser, that the invitation is paid',
    otherwise: "reads another user's receipt, or continues with their account",
    ask: (known) => afterPayment(known),
    look({ paidOrder, paidByAnother, parent }, known) {
      const payer = paidDetails(known).parent;
      const before = need(known.invite, 'invites.get').parent;
      const leaks = (['lastName', 'email', 'phoneNumber'] as const).filter(
        (name) => parent[name] === payer[name] && parent[name] !== before[name],
      );
      return [
        paidOrder !== null && fail('it returns paidOrder'),
        leaks.length > 0 && fail(`parent contains the payer's ${leaks.join(', ')}`),
        paidOrder === null &&
          paidByAnother === null &&
          thin('the packages again in another browser, although they have paid'),
      ];
    },
  }),
  answered('parents.update', {
    name: 'referral, security question and code',
    rule: 'stores the sections it receives, even after payment',
    sees: 'continues to the receipt',
    otherwise: 'has paid but cannot set username and password',
    ask: (known) => ({ ...ofInvite(known), body: credentialsUpdate(known) }),
  }),
  answered('credentials.set', {
    name: 'username and password of an invited parent',
    rule: 'sets them, once; the bearer is the invite token',
    sees: 'is signed in',
    otherwise: 'has paid but cannot sign in',
    ask: (known) => ({
      headers: afterPayment(known).headers,
      body: { username: usernameOf(known, 'ben'), password: PASSWORD },
    }),
    look: (_answer, known) => void (known.invitedUsername = usernameOf(known, 'ben')),
  }),
  refused('credentials.set', {
    name: 'other credentials, with the same invite',
    rule: 'the token works only once',
    sees: 'is asked to sign in',
    otherwise: 'anyone with the mail sets the password again',
    as: ['gone', 'deadInvite', 'completed'],
    ask(known) {
      need(known.invitedUsername, 'credentials.set of an invited parent, and --pay');
      return {
        headers: afterPayment(known).headers,
        body: { username: usernameOf(known, 'ben-again'), password: PASSWORD },
      };
    },
  }),
  ...usedToken('the used token of an invite', (known) => {
    need(known.invitedUsername, 'credentials.set of an invited parent, and --pay');
    return afterPayment(known);
  }),
  refused('invites.get', {
    name: 'a completed sign-up',
    rule: '410 once the sign-up is done',
    sees: 'is asked to sign in',
    otherwise: 'signs up a second time, or asks for a useless new link',
    as: ['completed'],
    ask(known) {
      need(known.invitedUsername, 'credentials.set of an invited parent, and --pay');
      return ofInvite(known);
    },
  }),
];
