import { answered, fail, refused, thin, type Case } from '../case';
import { need, type Known } from '../known';
import { PASSWORD, usernameOf } from '../people';
import { credentialsUpdate, invitedPackage, invitedPricing, ofInvite } from './invited';
import { refusedPayments, takenPayments, type PayerCalls } from './payments';
import { checkSums } from './prices';

/** An invited co-parent's price, payment and credentials. */

const PARENT_B: PayerCalls = {
  pay: 'parents.pay',
  find: 'parents.payment',
  of: (known, stranger) => ofInvite(known, stranger ? 'a-token-of-nobody' : undefined),
  packageOf: invitedPackage,
  priceOf: (known) => need(known.invitedPrice, 'parents.price'),
  kept: 'invitedPayment',
  journey: 'invited',
};

const TIME_ZONE = 'America/Chicago';

/** @throws Lacking unless the invite was paid in this run */
const afterPayment = (known: Known) => {
  need(known.invitedPayment?.answer, 'parents.pay, and --pay');
  return ofInvite(known);
};

export const INVITED_PAYMENTS: readonly Case[] = [
  answered('parents.price', {
    name: 'a package',
    rule: 'the price and order check; the address is the one they left',
    sees: 'what is to be paid',
    otherwise: 'is led back to the packages, on every try',
    ask: (known) => ({ ...ofInvite(known), body: invitedPricing(known) }),
    look({ pricing }, known) {
      known.invitedPrice = pricing;
      return checkSums(pricing);
    },
  }),
  refused('parents.price', {
    name: 'a package that nobody sells',
    rule: 'an order that cannot be had is refused',
    sees: 'is led back to the packages',
    otherwise: 'sees a price of something that cannot be had',
    as: ['invalid', 'gone'],
    ask: (known) => ({ ...ofInvite(known), body: invitedPricing(known, 'sold-nowhere') }),
  }),
  ...refusedPayments(PARENT_B),
  ...takenPayments(PARENT_B),
  answered('invites.get', {
    name: 'after the payment',
    rule: 'paidOrder is the order that was paid',
    sees: 'their receipt in any browser',
    otherwise: 'has paid, and the link of the mail does not open',
    ask: (known) => afterPayment(known),
    look({ paidOrder }, known) {
      known.paidTimeZone = paidOrder?.timeZone;
      return [paidOrder === null && thin('the packages again in another browser, though they have paid')];
    },
  }),
  answered('parents.update', {
    name: 'referral, security question and code',
    rule: 'keeps the sections that are told, also after paying',
    sees: 'goes on to the receipt',
    otherwise: 'has paid, and cannot set username and password',
    ask: (known) => ({ ...ofInvite(known), body: credentialsUpdate(known) }),
  }),
  answered('invites.get', {
    name: 'a time zone that an update left out',
    rule: 'an update keeps the sections and fields that it leaves out',
    sees: 'a receipt in their time zone',
    otherwise: 'the receipt in another time zone, after going back to the first step',
    ask(known) {
      need(known.paidTimeZone, 'a paidOrder of invites.get, and --pay');
      return ofInvite(known);
    },
    look({ paidOrder }, { paidTimeZone }) {
      const isKept = paidOrder?.timeZone === TIME_ZONE;
      return [
        isKept && paidTimeZone !== TIME_ZONE && fail('an update without timeZone has removed it'),
        !isKept && thin(`a receipt in the time zone ${paidOrder?.timeZone}`),
      ];
    },
  }),
  answered('credentials.set', {
    name: 'username and password of an invited parent',
    rule: 'sets them, once; the bearer is the invite token',
    sees: 'is signed in',
    otherwise: 'has paid, and cannot sign in',
    ask: (known) => ({
      headers: afterPayment(known).headers,
      body: { username: usernameOf(known, 'ben'), password: PASSWORD },
    }),
    look: (_answer, known) => void (known.invitedUsername = usernameOf(known, 'ben')),
  }),
  refused('credentials.set', {
    name: 'others, with the same invite',
    rule: 'the token has done its work',
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
  refused('invites.get', {
    name: 'that is done',
    rule: '410 once the sign-up is done',
    sees: 'is asked to sign in',
    otherwise: 'signs up a second time, or is offered a new link for nothing',
    as: ['completed'],
    ask(known) {
      need(known.invitedUsername, 'credentials.set of an invited parent, and --pay');
      return ofInvite(known);
    },
  }),
];
