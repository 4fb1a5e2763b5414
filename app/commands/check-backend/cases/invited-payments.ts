import { answered, fail, refused, thin, type Case } from '../case';
import { need, type Known } from '../known';
import { PASSWORD, usernameOf } from '../people';
import { credentialsUpdate, invitedPackage, invitedPricing, ofInvite, paidDetails } from './invited';
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

const TIME_ZONE = 'America/Chicago';

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
  ...refusedPayments(PARENT_B),
  ...takenPayments(PARENT_B),
  answered('invites.get', {
    name: 'after the payment',
    rule: 'paidOrder is the paid order, and parent its payer',
    sees: 'their receipt in any browser',
    otherwise: 'has paid, but the mailed link does not open',
    ask: (known) => afterPayment(known),
    look({ paidOrder, parent }, known) {
      known.paidTimeZone = paidOrder?.timeZone;
      const isPayer = parent.lastName === paidDetails(known).parent.lastName;
      return [
        paidOrder === null && thin('the packages again in another browser, although they have paid'),
        paidOrder !== null && !isPayer && thin('an account with the contact that another browser stored meanwhile'),
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
  answered('invites.get', {
    name: 'a time zone omitted by an update',
    rule: 'an update leaves omitted sections and fields unchanged',
    sees: 'a receipt in their time zone',
    otherwise: 'the receipt in another time zone, after going back to the first step',
    ask(known) {
      need(known.paidTimeZone, 'a paidOrder of invites.get, and --pay');
      return ofInvite(known);
    },
    look({ paidOrder }, { paidTimeZone }) {
      const isKept = paidOrder?.timeZone === TIME_ZONE;
      return [
        isKept && paidTimeZone !== TIME_ZONE && fail('an update without timeZone removed it'),
        !isKept && thin(`a receipt in the time zone ${paidOrder?.timeZone}`),
      ];
    },
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
