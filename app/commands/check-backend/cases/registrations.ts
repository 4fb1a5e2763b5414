import { FRONT_END_TOKEN_HEADER } from '~/backend/front-end-token';
import { refused, type Case, answered, fail, thin } from '../case';
import { MissingInput, need, type Known, type SignUp } from '../known';
import { readOutcome, type Outcome } from '../outcome';
import { ADDRESS, coParentOf, emailOf, parentOf, takenEmail } from '../people';
import { send } from '../wire';

/** Parent A's sign-up, up to the payment. */

const LOST = ['gone'] as const;
/** The first call of a sign-up. */
const creationRequest = (known: Known, email?: string, parentDuplicateConfirmed = false) => ({
  headers: { 'accept-language': 'en', 'x-referrer-key': known.hints.discount },
  body: {
    parent: { ...parentOf(known), ...(email !== undefined && { email }) },
    parentDuplicateConfirmed,
    sections: ['PARENT' as const],
    segmentAnonymousId: null,
    segmentIdentify: false,
  },
});
/** Parameters and headers of the started registration. `id` and `key` override its values. */
export const ofSignup = (known: Known, { id, key }: { id?: string; key?: string } = {}) => {
  const { signupId, registrationKey } = need(known.signup, 'registrations.create');
  return {
    params: { signupId: id ?? signupId },
    headers: {
      'x-registration-key': key ?? registrationKey,
      'x-referrer-key': known.hints.discount,
      'accept-language': 'en',
    },
  };
};
export const familyOf = (known: Known, email?: string) => ({
  sections: ['FAMILY' as const],
  coParent: { ...coParentOf(known), ...(email !== undefined && { email }) },
  coParentDuplicateConfirmed: false,
  children: [{ firstName: 'Cy', lastName: 'Lee', email: null }],
});
export const billingOf = (known: Known, line1 = ADDRESS.line1, email = emailOf(known, 'ann')) => ({
  sections: ['PARENT' as const, 'ADDRESS' as const],
  parent: { ...parentOf(known), email, timeZone: 'America/Chicago' },
  address: { ...ADDRESS, line1 },
  referral: { selection: 'NEWS', other: null },
  parentDuplicateConfirmed: false,
});

/**
 * Begins another sign-up and advances it to the payment.
 *
 * @throws MissingInput if one of its calls fails
 */
export async function beginAnother(known: Known, who: string): Promise<SignUp> {
  const email = emailOf(known, who);
  const signup = (await requireSuccess(known, 'registrations.create', creationRequest(known, email))) as SignUp;
  const of = ofSignup(known, { id: signup.signupId, key: signup.registrationKey });
  await requireSuccess(known, 'registrations.update', { ...of, body: billingOf(known, ADDRESS.line1, email) });
  return signup;
}

async function requireSuccess(known: Known, call: string, asked: Parameters<typeof send>[2]): Promise<unknown> {
  const outcome = await readOutcome(call, await send(known.backend, call, asked));
  if (outcome.kind !== 'answer') throw new MissingInput(`needs another registration, but ${call} fails`);
  return outcome.value;
}

export const REGISTRATIONS: readonly Case[] = [
  refused('registrations.create', {
    name: 'an invalid e-mail',
    rule: 'invalid input is a fault with a text in validationErrors',
    sees: 'the text above the form',
    otherwise: 'the error page',
    as: ['invalid'],
    isOptional: true,
    ask: (known) => creationRequest(known, 'no e-mail'),
  }),
  answered('registrations.create', {
    name: 'a parent',
    rule: 'begins a sign-up, and returns its id and key',
    sees: 'continues to the second step',
    otherwise: 'cannot begin: the error page',
    ask: (known) => creationRequest(known),
    look: (answer, known) => void (known.signup = answer),
  }),
  answered('registrations.create', {
    name: 'the same e-mail again, before payment',
    rule: 'only an e-mail that has an account is a duplicate',
    sees: 'continues to the second step in another browser',
    otherwise: 'reads that they have an account, or sees the error page',
    ask: (known) => creationRequest(known),
    look: ({ registrationKey, signupId }, known) => [
      signupId === known.signup?.signupId &&
        registrationKey === known.signup.registrationKey &&
        fail('it returns the same registration and key, so anyone who knows the e-mail can open it'),
    ],
  }),
  answered('registrations.create', {
    name: 'a field of a later version',
    rule: 'ignores unknown parts of requests',
    sees: 'continues to the second step, even with a newer front end',
    otherwise: 'cannot begin once the front end is updated',
    ask(known) {
      const { headers, body } = creationRequest(known, emailOf(known, 'later'));
      return { headers, body: { ...body, fieldOfALaterVersion: true } };
    },
  }),
  answered('registrations.update', {
    name: 'co-parent and children',
    rule: 'stores the section it receives',
    sees: 'continues to the packages',
    otherwise: 'cannot leave the second step: the error page',
    ask: (known) => ({ ...ofSignup(known), body: familyOf(known) }),
  }),
  answered('registrations.update', {
    name: 'billing',
    rule: 'stores the sections it receives',
    sees: 'continues to the payment',
    otherwise: 'cannot leave the billing form: the error page',
    ask: (known) => ({ ...ofSignup(known), body: billingOf(known) }),
  }),
  answered('registrations.update', {
    name: 'the first step again',
    rule: 'an update leaves omitted sections and fields unchanged',
    sees: 'goes back to the first step and continues',
    otherwise: 'cannot leave the first step a second time: the error page',
    ask: (known) => ({
      ...ofSignup(known),
      body: { sections: ['PARENT' as const], parent: parentOf(known), parentDuplicateConfirmed: false },
    }),
  }),
  refused('registrations.update', {
    name: 'an address line of one letter',
    rule: 'invalid input is a fault with a text in validationErrors',
    sees: 'the text above the form',
    otherwise: 'the error page',
    as: ['invalid'],
    isOptional: true,
    ask: (known) => ({ ...ofSignup(known), body: billingOf(known, 'x') }),
  }),
  ...lost('registrations.update', (known, of) => ({ ...ofSignup(known, of), body: familyOf(known) })),
  answered('registrations.coupons', {
    name: 'with the discount link, if given',
    rule: 'returns the coupons a sign-up can use',
    sees: 'the discount of the link',
    otherwise: 'cannot pay: the error page',
    ifMissing: ({ hints }) => (hints.discount === undefined ? 'no notice about an offer' : undefined),
    ask: (known) => ofSignup(known),
    look({ coupons }, known) {
      known.hasCoupon = known.hints.discount !== undefined && coupons.length > 0;
      return [known.hints.discount !== undefined && coupons.length === 0 && fail('--discount yields no coupon')];
    },
  }),
  ...lost('registrations.coupons', ofSignup),
];

/** Only a success is wrong. */
export const refuses = (outcome: Outcome) => (outcome.kind === 'answer' ? [fail('accepted instead of rejected')] : []);

const ofDiscarded = ({ discarded }: Known) => {
  const { signupId, registrationKey } = need(discarded, 'registrations.discard');
  return { params: { signupId }, headers: { 'x-registration-key': registrationKey } };
};

/** "Exit this page" before a payment. */
export const DISCARDS: readonly Case[] = [
  {
    ...refused('registrations.discard', {
      name: 'with another key',
      rule: '403 or 404: the registration does not exist',
      sees: 'nothing: they have left',
      otherwise: "deletes another user's sign-up",
      as: LOST,
      async ask(known) {
        const { signupId } = await beginAnother(known, 'kept');
        return { params: { signupId }, headers: { 'x-registration-key': 'unknown-key' } };
      },
    }),
    // A backend may lack this call, and then return any page.
    judge: refuses,
  },
  {
    ...answered('registrations.discard', {
      name: 'an unpaid sign-up',
      rule: 'deletes what the sign-up stored',
      sees: 'nothing: they have left, and their answers are deleted',
      otherwise: '',
      async ask(known) {
        known.discarded = await beginAnother(known, 'exit');
        return ofDiscarded(known);
      },
    }),
    judge(outcome, known) {
      if (outcome.kind === 'answer') return [];
      known.discarded = undefined;
      return [thin('nothing, but their answers stay after Exit until the backend deletes unpaid sign-ups')];
    },
  },
  answered('registrations.discard', {
    name: 'the same, again',
    rule: 'a deleted registration is a success',
    sees: 'nothing: they have left',
    otherwise: 'nothing, but the front end repeats the call',
    ask: ofDiscarded,
  }),
  refused('registrations.coupons', {
    name: 'of a deleted sign-up',
    rule: '403 or 404: the registration does not exist',
    sees: 'starts again, if another tab is still open',
    otherwise: 'nothing, but their answers are not deleted',
    as: LOST,
    ask: ofDiscarded,
  }),
];

/** After a payment, when there is an account. */
export const DUPLICATES: readonly Case[] = [
  refused('registrations.create', {
    name: 'an e-mail that has an account',
    rule: 'a fault whose field contains .duplicate',
    sees: 'is asked whether they already have an account',
    otherwise: 'creates a second account unknowingly, or sees the error page',
    as: ['duplicate'],
    ask: (known) => creationRequest(known, takenEmail(known)),
  }),
  refused('registrations.create', {
    name: 'the same e-mail in capitals',
    rule: 'e-mails that differ only in case are the same',
    sees: 'is asked whether they already have an account',
    otherwise: 'creates a second account by writing their e-mail in capitals',
    as: ['duplicate'],
    ask: (known) => creationRequest(known, takenEmail(known).toUpperCase()),
  }),
  answered('registrations.create', {
    name: 'the same, confirmed',
    rule: 'parentDuplicateConfirmed allows it',
    sees: 'continues to the second step',
    otherwise: 'is asked the same question forever',
    ask: (known) => creationRequest(known, takenEmail(known), true),
    look: (answer, known) => void (known.signup = answer),
  }),
  refused('registrations.update', {
    name: 'a co-parent who has an account',
    rule: 'a fault coParent.duplicate',
    sees: 'is asked whether the co-parent already has an account',
    otherwise: 'creates a second account for the co-parent unknowingly, or sees the error page',
    as: ['duplicate'],
    // cspell:ignore uplicate
    field: 'uplicate',
    ask: (known) => ({ ...ofSignup(known), body: familyOf(known, takenEmail(known)) }),
  }),
  refused('registrations.update', {
    name: 'a co-parent who has an account, in capitals',
    rule: 'e-mails that differ only in case are the same',
    sees: 'is asked whether the co-parent already has an account',
    otherwise: 'creates a second account for the co-parent by writing the e-mail in capitals',
    as: ['duplicate'],
    field: 'uplicate',
    ask: (known) => ({ ...ofSignup(known), body: familyOf(known, takenEmail(known).toUpperCase()) }),
  }),
  answered('registrations.update', {
    name: 'the same, confirmed',
    rule: 'coParentDuplicateConfirmed allows it',
    sees: 'continues to the packages',
    otherwise: 'is asked the same question forever',
    ask: (known) => ({
      ...ofSignup(known),
      body: { ...familyOf(known, takenEmail(known)), coParentDuplicateConfirmed: true },
    }),
  }),
];

/** The two ways to access another user's registration. */
export function lost<Name extends `registrations.${'update' | 'coupons' | 'price' | 'pay' | 'payment'}` & Case['call']>(
  call: Name,
  ask: (
    known: Known,
    of: { id?: string; key?: string },
  ) => never | ReturnType<Parameters<typeof refused<Name>>[1]['ask']>,
): Case[] {
  const described = { sees: 'starts again', rule: '403 or 404: the registration does not exist', as: LOST };
  return [
    refused(call, {
      ...described,
      name: 'with another key',
      otherwise: "reads or changes another user's sign-up",
      ask: (known) => ask(known, { key: 'unknown-key' }),
    }),
    refused(call, {
      ...described,
      name: 'with an unknown id',
      otherwise: 'the error page on every try',
      ask: (known) => ask(known, { id: crypto.randomUUID() }),
    }),
  ];
}

/** The front end's authentication. */
export const FRONT_END: readonly Case[] = [
  refused('registrations.create', {
    name: "without the front end's token",
    rule: '401 without the token, before reading anything',
    sees: 'nothing: a client that bypasses the front end',
    otherwise: 'nothing, but any client can call the backend without the limits of the front end',
    as: ['gone'],
    ask(known) {
      need(known.backend.frontEndToken, '--front-end-token');
      const { headers, body } = creationRequest(known);
      return { headers: { ...headers, [FRONT_END_TOKEN_HEADER]: undefined }, body };
    },
  }),
];
