import { answered, fail, refused, thin, type Case } from '../case';
import { need, type Known } from '../known';
import { contactOf, emailOf, PRACTICE, SECURITY, takenEmail } from '../people';
import { LOOKUPS } from '~/backend/schemas/professional';

/** A professional's registration, and the lists its forms are made of. */

const asked = { 'accept-language': 'en', 'x-activity': 'START' as const };
const practiceOf = ({ roles }: Known) => ({ ...PRACTICE, roles: roles ? roles.slice(0, 1) : PRACTICE.roles });
const bodyOf = (known: Known) => ({ ...contactOf(known), ...practiceOf(known), ...SECURITY });
const creating = (known: Known, key: string) => ({
  headers: { 'idempotency-key': `${known.unique}-${key}`, 'accept-language': 'en' },
  body: bodyOf(known),
});

/** Referrals that the form asks more of. */
const ASKING = ['BENCH_OFFICER', 'COLLEAGUE', 'OTHER'];

const WILL_DO = { rule: 'whether one step’s values will do; nothing is kept', sees: 'goes on to the next step' };
const TAKEN = 'an e-mail that has an account';

export const PROFESSIONALS: readonly Case[] = [
  ...LOOKUPS.map((list) =>
    answered('lookups.list', {
      name: list,
      rule: 'an option list, in the language that is asked for',
      sees: 'a list to choose from',
      otherwise: 'the error page',
      ask: () => ({
        params: { list },
        query: list === 'roles' ? { country: 'US' } : {},
        headers: { 'accept-language': 'en' },
      }),
      look(items, known) {
        if (list === 'roles') known.roles = items.map(({ value }) => value);
        if (list === 'roles') known.englishRoles = items.map(({ name }) => name);
        const absent = list === 'referrals' ? ASKING.filter((one) => items.every(({ value }) => value !== one)) : [];
        return [
          items.length === 0 && fail('it is empty, and something has to be chosen'),
          absent.length > 0 && thin(`a list without the answers on which the form asks more (${absent.join(', ')})`),
        ];
      },
    }),
  ),
  answered('lookups.list', {
    name: 'roles, in Spanish',
    rule: 'an option list, in the language that is asked for',
    sees: 'a list in Spanish',
    otherwise: 'the error page',
    ask: () => ({ params: { list: 'roles' as const }, query: { country: 'US' }, headers: { 'accept-language': 'es' } }),
    look: (items, { englishRoles }) => [
      englishRoles?.join() === items.map(({ name }) => name).join() && thin('English names on a Spanish page'),
    ],
  }),
  answered('reference.regions', {
    name: 'of the US',
    rule: 'the regions of a country; empty where it has none',
    sees: 'a state to choose',
    otherwise: 'the error page',
    ask: () => ({ params: { countryId: 'US' }, headers: { 'accept-language': 'en' } }),
    look: (items) => [items.every(({ value }) => value !== 'MN') && fail('Minnesota is not there as MN (ISO 3166-2)')],
  }),
  answered('reference.timezones', {
    name: 'of Minnesota',
    rule: 'the time zones of a country, or of one of its regions; the first is the default',
    sees: 'a time zone to choose',
    otherwise: 'the error page',
    ask: () => ({ params: { countryId: 'US' }, query: { region: 'MN' }, headers: { 'accept-language': 'en' } }),
    look: (items) => [
      items.every(({ value }) => value !== 'America/Chicago') && fail('America/Chicago is not there (IANA)'),
      items[0] !== undefined && items[0].value !== 'America/Chicago' && thin('another time zone is proposed'),
    ],
  }),
  ...(
    [
      ['who they are', contactOf],
      ['their practice', practiceOf],
      ['security question and code', () => SECURITY],
    ] as const
  ).map(([name, bodyOfStep]) =>
    answered('professional.validate', {
      ...WILL_DO,
      name,
      otherwise: 'cannot leave the step',
      ask: (known) => ({ headers: asked, body: bodyOfStep(known) }),
    }),
  ),
  refused('professional.validate', {
    ...WILL_DO,
    name: 'an e-mail that is none',
    rule: 'faults come with 409 alone',
    sees: 'the text at the field',
    otherwise: 'the error page',
    as: ['conflict'],
    field: 'email',
    isOptional: true,
    ask: (known) => ({ headers: asked, body: { ...contactOf(known), email: 'no e-mail' } }),
  }),
  refused('professional.create', {
    name: 'without roles and with codes that differ',
    rule: 'faults come with 409 alone',
    sees: 'what is to be mended',
    otherwise: 'has an account that cannot be used, or sees that something went wrong',
    as: ['conflict'],
    isOptional: true,
    ask(known) {
      const { headers, body } = creating(known, 'faulty');
      const email = emailOf(known, 'faulty');
      return { headers, body: { ...body, email, roles: [], securityCodeConfirm: '0000' } };
    },
  }),
  answered('professional.create', {
    name: 'a professional',
    rule: 'registers a professional',
    sees: 'the confirmation',
    otherwise: 'is told that it failed',
    ask: (known) => creating(known, 'iris'),
    look: (answer, known) => {
      known.professional = answer;
      return [
        answer.email !== null && answer.email !== emailOf(known, 'iris') && fail('it has another e-mail'),
        answer.practiceName !== null &&
          answer.practiceName !== PRACTICE.practiceName &&
          fail('it has another practice'),
      ];
    },
  }),
  answered('professional.create', {
    name: 'the same again, with the same key',
    rule: 'once for each Idempotency-Key',
    sees: 'the confirmation, though the answer was lost',
    otherwise: 'is told that the e-mail is taken, by themselves',
    ask(known) {
      need(known.professional, 'professional.create');
      return creating(known, 'iris');
    },
    look: ({ userId }, { professional }) => [
      professional?.userId != null && userId !== professional.userId && fail('there is a second account'),
    ],
  }),
  refused('professional.create', {
    name: TAKEN,
    rule: 'faults come with 409 alone',
    sees: 'that there is an account already',
    otherwise: 'has two accounts, or is told that it failed',
    as: ['conflict'],
    field: 'email',
    ask(known) {
      const { headers, body } = creating(known, 'taken');
      return { headers, body: { ...body, email: takenEmail(known) } };
    },
  }),
  refused('professional.validate', {
    ...WILL_DO,
    name: TAKEN,
    rule: 'faults come with 409 alone',
    sees: 'that there is an account already, at the first step',
    otherwise: 'learns it only at the end',
    as: ['conflict'],
    field: 'email',
    ask: (known) => ({ headers: asked, body: { ...contactOf(known), email: takenEmail(known) } }),
  }),
  answered('professional.validate', {
    ...WILL_DO,
    name: 'an e-mail whose account is not confirmed',
    rule: 'only a paid or confirmed account is a duplicate',
    otherwise: 'cannot sign up, because a stranger registered the e-mail',
    ask(known) {
      need(known.professional, 'professional.create');
      return { headers: asked, body: contactOf(known) };
    },
  }),
];
