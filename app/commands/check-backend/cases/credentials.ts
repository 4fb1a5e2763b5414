import { answered, fail, refused, thin, type Case } from '../case';
import { need, type Account, type Known } from '../known';
import { PASSWORD, usernameOf } from '../people';

/** Username, password and sign-in, with the token of a payment or of an invite. */

const PAID = 'a payment (--pay)';
const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'accept-language': 'en' });
const accountOf = (known: Known): Account => need(known.account, PAID);
/** Checking a username changes nothing, so an invite is sufficient. */
const anyToken = ({ account, hints }: Known) => need(account?.token ?? hints.inviteToken, '--pay, or --invite-token');
const usernameRequest = (known: Known, username: string) => ({ headers: bearer(anyToken(known)), body: { username } });
const credentialsRequest = (known: Known, username: string, password = PASSWORD) => ({
  headers: bearer(accountOf(known).token),
  body: { username, password },
});
const signInRequest = (known: Known, password: string) => ({
  headers: { 'accept-language': 'en' },
  body: { username: need(known.username, PAID), password, submit: 'Sign In', _eventId: 'submit' },
});

/** After the credentials were set with a token. */
export function usedToken(
  name: string,
  requestOf: (known: Known) => { params: { userId: string }; headers: { authorization: string } },
): Case[] {
  const described = {
    name: `with ${name}`,
    rule: 'a used token is rejected by parents.get and credentials.usernameAvailability',
    sees: 'in the browser that paid, that username and password are set',
    otherwise: 'in the browser that paid, a form for username and password that always fails',
  };
  return [
    refused('parents.get', { ...described, as: ['gone', 'completed'], ask: requestOf }),
    refused('credentials.usernameAvailability', {
      ...described,
      as: ['gone'],
      ask: (known) => ({ headers: requestOf(known).headers, body: { username: usernameOf(known, 'free') } }),
    }),
  ];
}

/** Before the credentials are set. */
export const USERNAMES: readonly Case[] = [
  answered('credentials.usernameAvailability', {
    name: 'a free username',
    rule: 'returns whether a username is available',
    sees: 'no objection while typing',
    otherwise: 'cannot choose a username',
    ask: (known) => usernameRequest(known, usernameOf(known, 'free')),
    look: ({ available, meetsRequirements }) => [
      !(available && meetsRequirements) && fail('a new username is reported as unavailable'),
    ],
  }),
  answered('credentials.usernameAvailability', {
    name: 'a taken username',
    rule: 'returns whether a username is available',
    sees: 'while typing, that it is taken',
    otherwise: 'learns this only after sending the form',
    ask: (known) => usernameRequest(known, need(known.hints.takenUsername, '--taken-username')),
    look: ({ available }) => [available && fail('it is reported as available')],
  }),
  refused('credentials.usernameAvailability', {
    name: 'with an unknown token',
    rule: 'rejects an unknown token',
    sees: 'nothing: this is an attacker who guesses names',
    otherwise: 'an attacker learns who has an account',
    as: ['gone'],
    ask: () => ({ headers: bearer('unknown-token'), body: { username: 'free.name' } }),
  }),
];

export const CREDENTIALS: readonly Case[] = [
  refused('credentials.set', {
    name: 'with an unknown token',
    rule: 'rejects an unknown token',
    sees: 'starts again',
    otherwise: 'an attacker sets a password',
    as: ['gone'],
    ask: (known) => ({
      headers: bearer('unknown-token'),
      body: { username: usernameOf(known, 'stranger'), password: PASSWORD },
    }),
  }),
  refused('credentials.set', {
    name: 'a taken username',
    rule: 'validationErrors contains what the visitor can fix',
    sees: 'above the form, that it is taken',
    otherwise: "the error page, or access to another user's account",
    as: ['invalid'],
    ask: (known) => credentialsRequest(known, need(known.hints.takenUsername, '--taken-username')),
  }),
  answered('families.setFlag', {
    name: 'after a payment',
    rule: 'is called after a payment for both parents',
    sees: 'nothing',
    otherwise: 'nothing here, but the product shows its first steps wrongly',
    ifMissing: () => 'nothing here, but the product shows its first steps wrongly',
    ask(known) {
      const { token, familyId } = accountOf(known);
      return {
        params: {
          familyId: need(familyId, 'a familyId in the payment response'),
          flag: 'firstTimeSetup' as const,
        },
        headers: bearer(token),
        body: { value: false },
      };
    },
  }),
  refused('families.setFlag', {
    name: 'with an unknown token',
    rule: 'rejects an unknown token',
    sees: 'nothing',
    otherwise: "an attacker changes another user's family",
    as: ['gone'],
    ask: (known) => ({
      params: { familyId: known.account?.familyId || 'unknown-family', flag: 'firstTimeSetup' as const },
      headers: bearer('unknown-token'),
      body: { value: false },
    }),
  }),
  answered('parents.get', {
    name: "with the payment's token",
    rule: "returns the owner's record for an invite token or a credentials token",
    sees: 'while typing, that a password must not contain their e-mail',
    otherwise: 'the page for username and password without its hints',
    ifMissing: () => 'the page for username and password without its hints',
    ask(known) {
      const { token, userId } = accountOf(known);
      return { params: { userId: need(userId, 'a userId in the payment response') }, headers: bearer(token) };
    },
  }),
  refused('parents.get', {
    name: "another user's id, with the payment's token",
    rule: "a token opens only its owner's record",
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
    otherwise: 'has paid but cannot sign in',
    ask: (known) => credentialsRequest(known, usernameOf(known, 'ann')),
    look: (_answer, known) => void (known.username = usernameOf(known, 'ann')),
  }),
  {
    ...answered('credentials.set', {
      name: 'the same credentials again, with the same token',
      rule: 'the same username and password are accepted again',
      sees: 'is signed in, also after a double click or a lost response',
      otherwise: 'after a double click or a lost response, that the link is used',
      ask: (known) => credentialsRequest(known, need(known.username, PAID)),
    }),
    judge: (outcome) =>
      outcome.kind === 'answer' ? [] : [thin('after a double click or a lost response, that the link is used')],
  },
  refused('credentials.set', {
    name: 'another password, with the same token',
    rule: 'the token works only once',
    sees: 'is asked to sign in',
    otherwise: 'anyone with the mail sets the password again',
    as: ['gone'],
    ask: (known) => credentialsRequest(known, need(known.username, PAID), `${PASSWORD}-other`),
  }),
  refused('credentials.set', {
    name: 'other credentials, with the same token',
    rule: 'the token works only once',
    sees: 'is asked to sign in',
    otherwise: 'anyone with the mail sets the password again',
    as: ['gone'],
    ask(known) {
      need(known.username, PAID);
      return credentialsRequest(known, usernameOf(known, 'second'));
    },
  }),
  ...usedToken('the used token of a payment', (known) => {
    need(known.username, PAID);
    const { token, userId } = accountOf(known);
    return { params: { userId: need(userId, 'a userId in the payment response') }, headers: bearer(token) };
  }),
  answered('sessions.create', {
    name: 'with the correct password',
    rule: 'signs in; url or redirectUrl is a page of the product',
    sees: 'the product',
    otherwise: 'sees that signing in failed',
    ask: (known) => signInRequest(known, PASSWORD),
    look: (answer) => [isFailed(answer) && fail('url and redirectUrl lead to the root or the login form')],
  }),
  {
    ...answered('sessions.create', {
      name: 'with a wrong password',
      rule: 'a url that is the root or the login form means failure',
      sees: 'that signing in failed',
      otherwise: 'is redirected, but is not signed in',
      ask: (known) => signInRequest(known, `${PASSWORD}-wrong`),
    }),
    judge(outcome) {
      if (outcome.kind === 'answer' && !isFailed(outcome.value as Target)) return [fail('it is reported as a success')];
      return outcome.kind === 'broken' ? [thin('"something went wrong" instead of a failed sign-in')] : [];
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
