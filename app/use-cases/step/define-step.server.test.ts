import { parse } from '@conform-to/react';
import type { AppLoadContext } from '@remix-run/node';
import { expect, it, vi } from 'vitest';
import { freshState, type JoinState } from '~/journeys/join-state';
import type { Journey } from '~/journeys/journey';
import { PARENT } from '~/journeys/parent';
import { PROFESSIONAL } from '~/journeys/professional';
import { textField } from '~/steps/field';
import { section } from '~/steps/section';
import { defineStep } from './define-step.server';
import { countTry, StepRefused } from './refuse.server';

const { schema } = section({
  petName: textField('common:fields.firstName', { autoComplete: 'off', right: 'Rex', missing: 'errors:required' }),
  password: textField('parent:credentials.password', { autoComplete: 'off', right: '', isOptional: true }),
});

/** Creates the context of a visitor on the first step. */
function visit({ state, journey = PARENT }: { state?: Partial<JoinState>; journey?: Journey } = {}) {
  const session = {
    state: state && { ...freshState, ...state },
    fresh: freshState,
    expired: false,
    hasExpired: () => false,
    isDropped: () => false,
    update: vi.fn((patch: object) => ({ ...freshState, ...session.state, ...patch })),
  };
  const posted = {
    accept: vi.fn(),
    setForm: vi.fn(),
    setDraftSaver: vi.fn(),
    saveDraft: vi.fn(),
    replaceDraft: vi.fn(),
    leaveUnsaved: vi.fn(),
    findForm: vi.fn<() => FormData | undefined>(),
  };
  const context = {
    session,
    posted,
    journey,
    language: 'en',
    page: { address: '/app/join/step1' },
    t: (key: string) => key,
    headers: new Headers(),
    log: { warn: vi.fn(), error: vi.fn() },
    services: {},
  } as unknown as AppLoadContext;
  return { context, session, posted };
}

const registered = { parent: {}, registration: {}, pricing: {}, lastCompletedStep: 1 } as Partial<JoinState>;

type Typed = Record<string, string>;

const requestOf = (typed?: Typed) =>
  new Request('http://localhost/step1', typed && { method: 'POST', body: new URLSearchParams(typed) });

type Step = Pick<ReturnType<typeof defineStep>, 'loader' | 'action'>;

const load = (step: Step, { context }: ReturnType<typeof visit>) =>
  step.loader({ request: requestOf(), context, params: {} });

const post = (step: Step, { context }: ReturnType<typeof visit>, typed: Typed) =>
  step.action({ request: requestOf(typed), context, params: {} });

const pets = defineStep({
  name: 'step1',
  answers: ({ parent }) => parent,
  load: ({ typed }) => ({ before: typed('petName') }),
  read: schema,
  accept: () => ({ preselectedPackage: 'pets' }),
});

const refusing = (refusal: StepRefused['refusal']) =>
  defineStep({
    name: 'step1',
    read: schema,
    accept() {
      throw new StepRefused(refusal);
    },
  });

it('returns the draft, the accepted answers and a notice that it shows once', async () => {
  const parent = { firstName: 'Ann' } as NonNullable<JoinState['parent']>;
  const opened = visit({ state: { parent, notice: 'startAgain', drafts: { step1: { petName: ['Re'] } } } });
  const { data } = await load(pets, opened);
  expect(data).toEqual({
    before: 'Re',
    answers: parent,
    draft: { initialValue: parse(new URLSearchParams({ petName: 'Re' }), { resolve: () => ({ value: {} }) }).payload },
    notice: { name: 'startAgain' },
  });
  expect(opened.session.update.mock.calls).toEqual([[{ notice: undefined }]]);
});

it.each([
  [
    { language: 'es', shownNotice: 'startAgain' },
    { name: 'startAgain', isRepeated: true },
  ],
  [{ language: 'es', shownNotice: 'toString' }, undefined],
  [{ shownNotice: 'startAgain' }, undefined],
])('returns for the posted form %j the notice %j', async (typed, notice) => {
  const opened = visit();
  const form = new FormData();
  for (const [name, value] of Object.entries(typed)) form.append(name, value!);
  opened.posted.findForm.mockReturnValue(form);
  expect((await load(pets, opened)).data).toMatchObject({ notice });
});

it('returns no answers for a new visitor, and writes nothing', async () => {
  const opened = visit();
  const { data } = await load(pets, opened);
  expect(data).toEqual({ before: undefined, answers: undefined, draft: undefined, notice: undefined });
  expect(opened.session.update).not.toHaveBeenCalled();
});

it('stores the accepted answer, drops its draft and redirects to the next step', async () => {
  const drafts = { step1: { petName: ['Re'] }, step2: { email: ['b@example.com'] } };
  const opened = visit({ state: { ...registered, drafts } });
  const response = await post(pets, opened, { petName: ' Rex ' });
  expect(response).toMatchObject({ status: 303 });
  expect((response as Response).headers.get('location')).toBe('/step2');
  expect(opened.session.update.mock.calls).toEqual([
    [{ preselectedPackage: 'pets', drafts: { step2: { email: ['b@example.com'] } } }],
  ]);
  expect(opened.posted.accept).toHaveBeenCalledWith({ journey: 'parent', name: 'step1' });
});

it('returns the form with its errors and without secrets', async () => {
  const shown = await post(pets, visit(), { petName: ' ', password: 'hunter2' });
  expect(shown).toMatchObject({
    data: { hasErrors: true, emptied: ['password'], result: { error: { petName: ['errors:required'] } } },
    init: { status: 422 },
  });
  expect(JSON.stringify(shown)).not.toContain('hunter2');
});

it('adds no errors after a language switch', async () => {
  const shown = await post(pets, visit(), { petName: '', language: 'es' });
  expect(shown).toMatchObject({ data: { result: { error: undefined } }, init: { status: 200 } });
});

it.each<[StepRefused['refusal'], number, object | undefined]>([
  [{ fieldErrors: { petName: ['No dogs'] } }, 422, { petName: ['No dogs'] }],
  [{ formErrors: ['Later'], status: 502 }, 502, { '': ['Later'] }],
  [{ shown: { mayBeDuplicate: 'x' }, status: 422 }, 422, undefined],
  [{ shown: { isOpen: true }, quiet: true }, 200, undefined],
])('returns the form if the backend returns %j', async (refusal, status, error) => {
  const shown = await post(refusing(refusal), visit(), { petName: 'Rex' });
  expect(shown).toMatchObject({ data: { ...refusal.shown, result: { error } }, init: { status } });
});

it('rejects a form over a limit, and gives a filled honeypot more weight', async () => {
  const consume = vi.fn(() => Promise.resolve(30));
  const opened = visit();
  Object.assign(opened.context.services, { limits: { consume } });
  const step = defineStep({
    name: 'step1',
    read: schema,
    async accept(turn) {
      await countTry(turn, 'signUp');
      return {};
    },
  });
  expect(await post(step, opened, { petName: 'Rex', website: 'x' })).toMatchObject({ init: { status: 429 } });
  expect(consume).toHaveBeenCalledWith('signUp', opened.context, { weight: 5 });
  expect(opened.context.headers.get('Retry-After')).toBe('30');
});

it('saves a draft without secrets and redirects back if the visitor presses Back', async () => {
  const opened = visit({ state: registered });
  const step2 = defineStep({ name: 'step2', read: schema, accept: () => ({}) });
  const back = post(step2, opened, { petName: 'Re', password: 'hunter2', back: 'back' });
  await expect(back).rejects.toMatchObject({ status: 303 });
  expect(opened.session.update.mock.calls).toEqual([[{ drafts: { step2: { petName: ['Re'] } } }]]);
});

it('saves the input of a locked step as a draft, and redirects to the first open step', async () => {
  const opened = visit();
  const step2 = defineStep({ name: 'step2', read: schema, accept: () => ({}) });
  const locked = (await post(step2, opened, { petName: 'Re' }).catch((thrown: unknown) => thrown)) as Response;
  expect([locked.status, locked.headers.get('location')]).toEqual([303, '/step1']);
  expect(opened.session.update.mock.calls).toEqual([[{ drafts: { step2: { petName: ['Re'] } } }]]);
  expect(opened.posted.accept).not.toHaveBeenCalled();
});

it('throws if a guard opens a locked step', async () => {
  const step2 = defineStep({ name: 'step2', read: schema, accept: () => ({}) });
  const journey = { ...PARENT, guard: () => null };
  await expect(load(step2, visit({ journey }))).rejects.toThrow('The guard opened /step2');
});

/** Type tests of each step, compiled by tsc. */
const typed = {
  step2: defineStep({
    name: 'step2',
    read: schema,
    // @ts-expect-error this step asks for the family
    accept: ({ state }) => ({ preselectedPackage: state.family.coParent.firstName }),
  }),
  step3: defineStep({
    name: 'step3',
    read: schema,
    accept: ({ state, answer }) => ({
      preselectedPackage: state.family.coParent.firstName + state.registration.signupId + answer.petName,
    }),
  }),
  alacarte: defineStep({
    name: 'alacarte',
    read: schema,
    // @ts-expect-error a parent's answer changes no slice of a professional
    accept: ({ state }) => ({ preselectedPackage: state.chosenPackage.id, proKey: 'key' }),
  }),
  practice: defineStep({
    name: 'practice',
    read: schema,
    // @ts-expect-error this step asks for the practice
    accept: ({ state }) => ({ proKey: state.proPractice.practiceName }),
  }),
  security: defineStep({
    name: 'security',
    read: schema,
    accept: ({ state }) => ({ proKey: state.proContact.email + state.proPractice.practiceName }),
  }),
};

it.each([
  [typed.step2, PARENT, '/step1'],
  [typed.step3, PARENT, '/step1'],
  [typed.alacarte, PARENT, '/step1'],
  [typed.practice, PROFESSIONAL, '/pro/contact'],
  [typed.security, PROFESSIONAL, '/pro/contact'],
])('redirects a new visitor from step %# to the first step', async (step, journey, start) => {
  const locked = (await load(step, visit({ journey })).catch((thrown: unknown) => thrown)) as Response;
  expect([locked.status, locked.headers.get('location')]).toEqual([303, start]);
});
