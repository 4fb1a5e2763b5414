import { answered, fail, refused, thin, type Case } from '../case';
import { need, type Known } from '../known';
import { contactOf, emailOf, PRACTICE, SECURITY, takenEmail } from '../people';
import { LOOKUPS } from '~/backend/schemas/professional';

/** A professional's registration, and the lists of its forms. */

const asked = { 'accept-language': 'en', 'x-activity': 'START' as const };
const practiceOf = ({ roles }: Known) => ({ ...PRACTICE, roles: roles ? roles.slice(0, 1) : PRACTICE.roles });
const bodyOf = (known: Known) => ({ ...contactOf(known), ...practiceOf(known), ...SECURITY });
const creationRequest = (known: Known, key: string) => ({
  headers: { 'idempotency-key': `${known.unique}-${key}`, 'accept-language': 'en' },
  body: bodyOf(known),
});

/** Referrals with further questions. */
const REFERRALS_WITH_QUESTIONS = ['BENCH_OFFICER', 'COLLEAGUE', 'OTHER'];

const VALID_STEP = { rule: 'validates the values of one step, and stores nothing', sees: 'continues to the next step' };
const TAKEN = 'an e-mail that has an account';

export const PROFESSIONALS: readonly Case[] = [
  ...LOOKUPS.map((list) =>
    answered('lookups.list', {
      name: list,
      rule: 'returns an option list in the requested language',
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
        const missingReferrals =
          list === 'referrals'
            ? REFERRALS_WITH_QUESTIONS.filter((one) => items.every(({ value }) => value !== one))
            : [];
        return [
          items.length === 0 && fail('it is empty, but the field is required'),
          missingReferrals.length > 0 &&
            thin(`a list without the options that open further questions (${missingReferrals.join(', ')})`),
        ];
      },
    }),
  ),
  answered('lookups.list', {
    name: 'roles, in Spanish',
    rule: 'returns an option list in the requested language',
    sees: 'a list in Spanish',
    otherwise: 'the error page',
    ask: () => ({ params: { list: 'roles' as const }, query: { country: 'US' }, headers: { 'accept-language': 'es' } }),
    look: (items, { englishRoles }) => [
      englishRoles?.join() === items.map(({ name }) => name).join() && thin('English names on a Spanish page'),
    ],
  }),
  answered('reference.regions', {
    name: 'of the US',
    rule: 'returns the regions of a country; empty if it has none',
    sees: 'a state to choose',
    otherwise: 'the error page',
    ask: () => ({ params: { countryId: 'US' }, headers: { 'accept-language': 'en' } }),
    look: (items) => [items.every(({ value }) => value !== 'MN') && fail('Minnesota is missing as MN (ISO 3166-2)')],
  }),
  answered('reference.timezones', {
    name: 'of Minnesota',
    rule: 'returns the time zones of a country or region; the first is the default',
    sees: 'a time zone to choose',
    otherwise: 'the error page',
    ask: () => ({ params: { countryId: 'US' }, query: { region: 'MN' }, headers: { 'accept-language': 'en' } }),
    look: (items) => [
      items.every(({ value }) => value !== 'America/Chicago') && fail('America/Chicago is missing (IANA)'),
      items[0] !== undefined && items[0].value !== 'America/Chicago' && thin('another time zone is the default'),
    ],
  }),
  ...(
    [
      ['contact data', contactOf],
      ['practice', practiceOf],
      ['security question and code', () => SECURITY],
    ] as const
  ).map(([name, bodyOfStep]) =>
    answered('professional.validate', {
      ...VALID_STEP,
      name,
      otherwise: 'cannot leave the step',
      ask: (known) => ({ headers: asked, body: bodyOfStep(known) }),
    }),
  ),
  refused('professional.validate', {
    ...VALID_STEP,
    name: 'an invalid e-mail',
    rule: 'faults always have status 409',
    sees: 'the text next to the field',
    otherwise: 'the error page',
    as: ['conflict'],
    field: 'email',
    isOptional: true,
    ask: (known) => ({ headers: asked, body: { ...contactOf(known), email: 'no e-mail' } }),
  }),
  refused('professional.create', {
    name: 'without roles, and with two different codes',
    rule: 'faults always have status 409',
    sees: 'what to fix',
    otherwise: 'gets an unusable account, or sees that something went wrong',
    as: ['conflict'],
    isOptional: true,
    ask(known) {
      const { headers, body } = creationRequest(known, 'faulty');
      const email = emailOf(known, 'faulty');
      return { headers, body: { ...body, email, roles: [], securityCodeConfirm: '0000' } };
    },
  }),
  answered('professional.create', {
    name: 'a professional',
    rule: 'registers a professional',
    sees: 'the confirmation',
    otherwise: 'sees that it failed',
    ask: (known) => creationRequest(known, 'iris'),
    look: (answer, known) => {
      known.professional = answer;
      return [
        answer.email !== null && answer.email !== emailOf(known, 'iris') && fail('its e-mail differs'),
        answer.practiceName !== null && answer.practiceName !== PRACTICE.practiceName && fail('its practice differs'),
      ];
    },
  }),
  answered('professional.create', {
    name: 'the same request, with the same key',
    rule: 'once for each Idempotency-Key',
    sees: 'the confirmation, although the response was lost',
    otherwise: 'sees that the e-mail is taken, by their own first try',
    ask(known) {
      need(known.professional, 'professional.create');
      return creationRequest(known, 'iris');
    },
    look: ({ userId }, { professional }) => [
      professional?.userId != null && userId !== professional.userId && fail('there is a second account'),
    ],
  }),
  refused('professional.create', {
    name: TAKEN,
    rule: 'faults always have status 409',
    sees: 'that the account already exists',
    otherwise: 'has two accounts, or sees that it failed',
    as: ['conflict'],
    field: 'email',
    ask(known) {
      const { headers, body } = creationRequest(known, 'taken');
      return { headers, body: { ...body, email: takenEmail(known) } };
    },
  }),
  refused('professional.validate', {
    ...VALID_STEP,
    name: TAKEN,
    rule: 'faults always have status 409',
    sees: 'at the first step, that the account already exists',
    otherwise: 'learns this only at the end',
    as: ['conflict'],
    field: 'email',
    ask: (known) => ({ headers: asked, body: { ...contactOf(known), email: takenEmail(known) } }),
  }),
  answered('professional.validate', {
    ...VALID_STEP,
    name: 'the e-mail of an unconfirmed account',
    rule: 'only a paid or confirmed account is a duplicate',
    otherwise: 'cannot sign up because a stranger registered the e-mail',
    ask(known) {
      need(known.professional, 'professional.create');
      return { headers: asked, body: contactOf(known) };
    },
  }),
];
