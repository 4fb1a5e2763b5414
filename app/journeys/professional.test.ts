import { describe, expect, it } from 'vitest';
import type { ProStepName } from './journey';
import {
  afterPractice,
  afterProContact,
  afterProFailure,
  afterProSuccess,
  CLEARED_PROFESSIONAL,
  nothingToRetry,
  PROFESSIONAL,
  professionalOf,
  type ProfessionalState,
} from './professional';

const CONTACT = { firstName: 'Iris' } as NonNullable<ProfessionalState['proContact']>;
const PRACTICE = { practiceName: 'Vance', country: 'US' } as NonNullable<ProfessionalState['proPractice']>;
const SECURITY = { securityAnswer: 'Larkspur Lane' } as NonNullable<ProfessionalState['proFailure']>['security'];
const DONE = { userId: '1' } as NonNullable<ProfessionalState['proDone']>;

const atStart: ProfessionalState = {};
const contacted = { ...atStart, ...afterProContact(atStart, CONTACT, 'a key') };
const practising = { ...contacted, ...afterPractice(PRACTICE) };
const failed = { ...practising, ...afterProFailure({ security: SECURITY, refused: [], language: 'en' }) };
const registered = { ...practising, ...afterProSuccess(DONE) };

const { getStep, guard, firstUnfinished, progressOf } = PROFESSIONAL;

/** docs/rules.md, "Professional steps" */
describe('the chain', () => {
  it.each<[ProStepName, ProfessionalState, path: string, back: ProStepName | null]>([
    ['contact', contacted, '/pro/practice', null],
    ['practice', practising, '/pro/security', 'contact'],
    ['security', registered, '/pro/done', 'practice'],
    ['security', failed, '/pro/security', 'practice'],
    ['done', registered, '/pro/done', null],
  ])('continues from %s, and goes back', (name, state, path, back) => {
    expect(getStep(name).next(state)).toBe(path);
    expect(getStep(name).back).toBe(back);
  });

  it('links the dots of open steps, and ticks answered ones', () => {
    const dots = (state: ProfessionalState) => progressOf(state).map(({ path, isDone }) => [path, isDone]);
    expect(dots(atStart)).toEqual([
      ['/pro/contact', false],
      [null, false],
      [null, false],
    ]);
    expect(dots(practising)).toEqual([
      ['/pro/contact', true],
      ['/pro/practice', true],
      ['/pro/security', false],
    ]);
    expect(['/pro/contact', '/pro/security', '/pro/done'].map(PROFESSIONAL.progressStepAt)).toEqual([1, 3, null]);
  });
});

describe('the guard', () => {
  const steps: ProStepName[] = ['contact', 'practice', 'security', 'done'];

  it.each<[string, ProfessionalState | undefined, ProStepName[]]>([
    ['without a session', undefined, ['contact']],
    ['at the start', atStart, ['contact']],
    ['after the contact', contacted, ['contact', 'practice']],
    ['after the practice', practising, ['contact', 'practice', 'security']],
    ['after a failure', failed, ['contact', 'practice', 'security']],
    ['once registered', registered, ['done']],
    ['once registered, with answers of another tab', { ...practising, proDone: DONE }, ['done']],
    ['with a practice and no contact, left by two tabs', { proPractice: PRACTICE }, ['contact']],
  ])('opens the due step %s', (_name, state, open) => {
    expect(firstUnfinished(state ?? {})).toBe(`/pro/${open.at(-1)}`);
    for (const step of steps)
      expect(guard(step, state)).toEqual(open.includes(step) ? null : { to: `/pro/${open.at(-1)}` });
  });
});

describe('the entered data', () => {
  it('is kept, with the key, when an earlier step is submitted again', () => {
    const again = { ...failed, ...afterProContact(failed, { ...CONTACT, firstName: 'Ida' }, 'another key') };
    expect(again).toMatchObject({ proPractice: PRACTICE, proKey: 'a key', proContact: { firstName: 'Ida' } });
  });

  it.each([
    ['a changed contact', afterProContact(failed, CONTACT, 'x')],
    ['a changed practice', afterPractice(PRACTICE)],
    ['Back', nothingToRetry],
    ['success', afterProSuccess(DONE)],
    ['a new start', CLEARED_PROFESSIONAL],
  ])('drops the failed attempt after %s', (_name, patch) => {
    expect('proFailure' in patch).toBe(true);
    expect({ ...failed, ...patch }.proFailure).toBeUndefined();
  });

  it('is replaced by the account once it is created', () => {
    expect(professionalOf(registered)).toEqual({ proDone: DONE });
  });

  it('excludes a parent’s answers', () => {
    const session = { ...practising, lastCompletedStep: 1, drafts: {} };
    expect(professionalOf(session)).toEqual({ proContact: CONTACT, proKey: 'a key', proPractice: PRACTICE });
  });
});
