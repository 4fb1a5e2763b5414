import { answered, refused, thin, type Case } from '../case';
import { need, type Known, type SignUp } from '../known';
import { emailOf } from '../people';
import { onceOnly, paidForBoth, refusedPayments, slowPayments, takenPayments, type PayerCalls } from './payments';
import { beginAnother, billingOf, familyOf, ofSignup, refuses } from './registrations';

const PARENT_A: PayerCalls = {
  pay: 'registrations.pay',
  find: 'registrations.payment',
  of: (known, stranger) => ofSignup(known, stranger ? { key: 'unknown-key' } : {}),
  journey: 'parent',
  packageOf: (known) => need(known.offered, 'packages.list').id,
  priceOf: (known) => need(known.price, 'registrations.price'),
  detailsOf(known) {
    const { parent, address } = billingOf(known);
    const { coParent, children } = familyOf(known);
    return { parent, address, coParent, children };
  },
  kept: 'payment',
};

const ANOTHER = {
  begin: beginAnother,
  of: (known: Known, { signupId, registrationKey }: SignUp) => ofSignup(known, { id: signupId, key: registrationKey }),
};

export const REGISTRATION_PAYMENTS: readonly Case[] = [
  answered('registrations.update', {
    name: 'another co-parent, in another tab',
    rule: 'stores the sections it receives',
    sees: 'continues to the packages',
    otherwise: 'cannot change the co-parent',
    ask: (known) => ({ ...ofSignup(known), body: familyOf(known, emailOf(known, 'eve')) }),
  }),
  ...refusedPayments(PARENT_A),
  paidForBoth(PARENT_A),
  ...takenPayments(PARENT_A),
  onceOnly(PARENT_A, ANOTHER),
  ...slowPayments(PARENT_A, ANOTHER),
];

const LINK = { kind: 'credentials' as const };

const RESEND_WITH_ANOTHER_KEY = refused('registrations.resendLink', {
  name: 'with another key',
  rule: '403: the registration does not exist',
  sees: 'that a mail is on its way, if they still need it',
  otherwise: "mails another user's link",
  as: ['gone'],
  ask: (known) => ({ ...ofSignup(known, { key: 'unknown-key' }), body: LINK }),
});

/** The payment returns the values that earlier steps stored. */
export const READ_BACK: readonly Case[] = [
  answered('registrations.payment', {
    name: 'payer, co-parent and order, read back',
    rule: 'registration contains the parent, the co-parent and the order of the payment',
    sees: 'a receipt with their e-mail and the invited co-parent',
    otherwise: "another user's data on the receipt",
    ask(known) {
      const { key } = need(known.payment?.answer && known.payment, 'registrations.pay, and --pay');
      const { params, headers } = ofSignup(known);
      return { params: { ...params, idempotencyKey: key }, headers };
    },
    look(answer, known) {
      if (answer.state !== 'paid') return [{ verdict: 'fail', because: `its state is "${answer.state}"` }];
      const { parent, coParent } = answer.registration;
      const differs = (said: string | null | undefined, who: string) => said != null && said !== emailOf(known, who);
      const { userId, familyId } = parent;
      const token = answer.clickToJoinToken;
      if (token !== null) known.account = { token, userId: userId ?? '', familyId: familyId ?? '' };
      return [
        differs(parent.email, 'ann') && { verdict: 'fail', because: 'the e-mail of the parent differs' },
        coParent?.email === emailOf(known, 'eve')
          ? thin(
              'an invitation to the co-parent of another tab, if both tabs send at once: the payer of the payment is ignored',
            )
          : differs(coParent?.email, 'ben') && { verdict: 'fail', because: 'the e-mail of the co-parent differs' },
        coParent === null && { verdict: 'thin', because: 'a receipt that does not mention the invited co-parent' },
      ];
    },
  }),
  {
    ...answered('registrations.resendLink', {
      name: 'the link to username and password again',
      rule: 'mails it again, within limits; the response never shows whether it did',
      sees: 'that a mail is on its way, if they still need it',
      otherwise: 'that something went wrong',
      ask: (known) => ({ ...ofSignup(known), body: LINK }),
    }),
    judge: (outcome) =>
      outcome.kind === 'answer' ? [] : [thin('that something went wrong: the link cannot be mailed again')],
  },
  {
    ...RESEND_WITH_ANOTHER_KEY,
    judge: (outcome, ...more) =>
      outcome.kind === 'gone' && outcome.status === 404
        ? [thin('that something went wrong: 404 means that the call is missing')]
        : RESEND_WITH_ANOTHER_KEY.judge(outcome, ...more),
  },
  {
    ...answered('registrations.discard', {
      name: 'a paid sign-up',
      rule: '409: deletes nothing if a payment is taken, in progress or unknown',
      sees: 'their account, by the link in the mail',
      otherwise: 'has paid, and can never sign in',
      ask(known) {
        need(known.payment?.answer, 'registrations.pay, and --pay');
        return ofSignup(known);
      },
    }),
    mustSucceed: undefined,
    judge: refuses,
  },
];
