import { answered, fail, refused, thin, type Case } from '../case';
import { need, type Account, type Known } from '../known';
import { PASSWORD, usernameOf } from '../people';

/** Username, password and sign-in, with the token of a payment or of an invite. */

const PAID = 'a payment (--pay)';
const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'accept-language': 'en' });
const accountOf = (known: Known): Account => need(known.account, PAID);
/** Asking for a username changes nothing, so that an invite will do. */
const anyToken = ({ account, hints }: Known) => need(account?.token ?? hints.inviteToken, '--pay, or --invite-token');
const asking = (known: Known, username: string) => ({ headers: bearer(anyToken(known)), body: { username } });
const setting = (known: Known, username: string, password = PASSWORD) => ({
  headers: bearer(accountOf(known).token),
  body: { username, password },
});
const signingIn = (known: Known, password: string) => ({
  headers: { 'accept-language': 'en' },
  body: { username: need(known.username, PAID), password, submit: 'Sign In', _eventId: 'submit' },
});

/** Before the credentials are set. */
export const USERNAMES: readonly Case[] = [
  answered('credentials.usernameAvailability', {
    name: 'a username that is free',
    rule: 'whether a username can be had',
    sees: 'no objection while typing',
    otherwise: 'can choose no username',
    ask: (known) => asking(known, usernameOf(known, 'free')),
    look: ({ available, meetsRequirements }) => [
      !(available && meetsRequirements) && fail('a username that nobody can have yet is not available'),
    ],
  }),
  answered('credentials.usernameAvailability', {
    name: 'a username that is taken',
    rule: 'whether a username can be had',
    sees: 'that it is taken, while typing',
    otherwise: 'learns it only after the form was sent',
    ask: (known) => asking(known, need(known.hints.takenUsername, '--taken-username')),
    look: ({ available }) => [available && fail('it is available')],
  }),
  refused('credentials.usernameAvailability', {
    name: 'without a right to ask',
    rule: 'a token that is unknown is refused',
    sees: 'nothing: somebody who tries names',
    otherwise: 'anybody learns who has an account',
    as: ['gone'],
    ask: () => ({ headers: bearer('a-token-of-nobody'), body: { username: 'free.name' } }),
  }),
];

export const CREDENTIALS: readonly Case[] = [
  refused('credentials.set', {
    name: 'without a right to it',
    rule: 'a token that is unknown is refused',
    sees: 'begins again',
    otherwise: 'anybody sets a password',
    as: ['gone'],
    ask: (known) => ({
      headers: bearer('a-token-of-nobody'),
      body: { username: usernameOf(known, 'nobody'), password: PASSWORD },
    }),
  }),
  refused('credentials.set', {
    name: 'a username that is taken',
    rule: 'what the person can mend comes as validationErrors',
    sees: 'that it is taken, above the form',
    otherwise: 'the error page, or the account of another',
    as: ['invalid'],
    ask: (known) => setting(known, need(known.hints.takenUsername, '--taken-username')),
  }),
  answered('families.setFlag', {
    name: 'after a payment',
    rule: 'told after a payment for both parents',
    sees: 'nothing of it',
    otherwise: 'nothing: the product shows its first steps wrongly',
    ask(known) {
      const { token, familyId } = accountOf(known);
      return {
        params: {
          familyId: need(familyId, 'a familyId in the answer of the payment'),
          flag: 'firstTimeSetup' as const,
        },
        headers: bearer(token),
        body: { value: false },
      };
    },
  }),
  refused('families.setFlag', {
    name: 'without a right to it',
    rule: 'a token that is unknown is refused',
    sees: 'nothing of it',
    otherwise: "anybody changes somebody else's family",
    as: ['gone'],
    ask: (known) => ({
      params: { familyId: known.account?.familyId || 'family-of-nobody', flag: 'firstTimeSetup' as const },
      headers: bearer('a-token-of-nobody'),
      body: { value: false },
    }),
  }),
  answered('parents.get', {
    name: "by the payment's token",
    rule: "one's own record, by invite token or credentials token",
    sees: 'a password that holds their e-mail refused while typing',
    otherwise: 'the page for username and password without its hints',
    ask(known) {
      const { token, userId } = accountOf(known);
      return { params: { userId: need(userId, 'a userId in the answer of the payment') }, headers: bearer(token) };
    },
  }),
  refused('parents.get', {
    name: "for another id, by the payment's token",
    rule: "a token only opens its owner's record",
    sees: 'the page for username and password without its hints',
    otherwise: "reads another user's record",
    as: ['gone', 'deadInvite'],
    ask: (known) => ({
      params: { userId: known.hints.inviteUser ?? crypto.randomUUID() },
      headers: bearer(accountOf(known).token),
    }),
  }),
  answered('credentials.set', {
    name: 'username and password',
    rule: 'sets them, once',
    sees: 'is signed in',
    otherwise: 'has paid, and cannot sign in',
    ask: (known) => setting(known, usernameOf(known, 'ann')),
    look: (_answer, known) => void (known.username = usernameOf(known, 'ann')),
  }),
  refused('credentials.set', {
    name: 'others, with the same token',
    rule: 'the token has done its work',
    sees: 'is asked to sign in',
    otherwise: 'whoever has the mail sets the password again',
    as: ['gone'],
    ask(known) {
      need(known.username, PAID);
      return setting(known, usernameOf(known, 'second'));
    },
  }),
  answered('sessions.create', {
    name: 'with the right password',
    rule: 'signs in; url or redirectUrl leads to the product',
    sees: 'the product',
    otherwise: 'is told that signing in failed',
    ask: (known) => signingIn(known, PASSWORD),
    look: (answer) => [isFailed(answer) && fail('url and redirectUrl lead to the root or the login form')],
  }),
  {
    ...answered('sessions.create', {
      name: 'with a wrong password',
      rule: 'the root or the login form mean that it failed',
      sees: 'that signing in failed',
      otherwise: 'is led on, and finds themselves signed out',
      ask: (known) => signingIn(known, `${PASSWORD}-wrong`),
    }),
    judge(outcome) {
      if (outcome.kind === 'answer' && !isFailed(outcome.value as Target)) return [fail('it is answered as a success')];
      return outcome.kind === 'broken' ? [thin('"something went wrong", instead of that signing in failed')] : [];
    },
  },
];

interface Target {
  url: string | null;
  redirectUrl: string | null;
}

function isFailed({ url, redirectUrl }: Target): boolean {
  const { pathname } = new URL(url ?? redirectUrl ?? '/', 'http://localhost');
  return pathname === '/' || /log-?in|sign-?in/i.test(pathname);
}
