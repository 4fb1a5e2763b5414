import { describe, expect, it } from 'vitest';
import { firstUnfinishedProStep, guardProStep, isProStepOpen } from './guard';
import { afterPractice, afterProBack, afterProContact, afterProFailure, afterProSuccess } from './progress';
import { CLEARED_PROFESSIONAL, professionalOf, type ProfessionalState, type ProStepName } from './state';
import { transition, MACHINE, findMachineState, pathAfter, type MachineEvent, type MachineState } from './steps';

const CONTACT = { firstName: 'Iris' } as NonNullable<ProfessionalState['proContact']>;
const PRACTICE = { practiceName: 'Vance', country: 'US' } as NonNullable<ProfessionalState['proPractice']>;
const SECURITY = { securityAnswer: 'Larkspur Lane' } as NonNullable<ProfessionalState['proFailure']>['security'];
const DONE = { userId: '1' } as NonNullable<ProfessionalState['proDone']>;

const atStart: ProfessionalState = {};
const contacted = { ...atStart, ...afterProContact(atStart, CONTACT, 'a key') };
const practising = { ...contacted, ...afterPractice(contacted, PRACTICE) };
const failed = { ...practising, ...afterProFailure(SECURITY, []) };
const registered = { ...practising, ...afterProSuccess(DONE) };

describe('the machine', () => {
  /** A transition a line (docs/rules.md, "Professional steps"). */
  it.each<[MachineState, MachineEvent, MachineState]>([
    ['ONE', 'valid', 'TWO'],
    ['TWO', 'valid', 'THREE'],
    ['TWO', 'back', 'ONE'],
    ['THREE', 'back', 'TWO'],
    ['THREE', 'submit', 'SUBMIT'],
    ['SUBMIT', 'registered', 'SUCCESS'],
    ['SUBMIT', 'failed', 'ERROR'],
    ['ERROR', 'back', 'TWO'],
    ['ERROR', 'submit', 'SUBMIT'],
  ])('%s goes by %s to %s', (from, event, to) => {
    expect(transition(from, event)).toBe(to);
    expect(pathAfter(from, event)).toBe(`/pro/${MACHINE[to].step}`);
  });

  it('goes nowhere else', () => {
    expect(Object.values(MACHINE).flatMap(({ on }) => Object.keys(on))).toHaveLength(9);
    expect(() => transition('ONE', 'submit')).toThrow('ONE does not know submit');
    expect(() => transition('SUCCESS', 'back')).toThrow();
  });

  it.each<[ProStepName, ProfessionalState, MachineState]>([
    ['contact', practising, 'ONE'],
    ['practice', practising, 'TWO'],
    ['security', practising, 'THREE'],
    ['security', failed, 'ERROR'],
    ['done', registered, 'SUCCESS'],
  ])('on %s stands at its state', (step, state, expected) => {
    expect(findMachineState(step, state)).toBe(expected);
  });
});

describe('the guard', () => {
  const steps: ProStepName[] = ['contact', 'practice', 'security', 'done'];

  it.each<[string, ProfessionalState, ProStepName[]]>([
    ['at the start', atStart, ['contact']],
    ['after the contact', contacted, ['contact', 'practice']],
    ['after the practice', practising, ['contact', 'practice', 'security']],
    ['after a failure', failed, ['contact', 'practice', 'security']],
    ['once registered', registered, ['done']],
    ['with a practice and no contact, as two tabs can leave it', { proPractice: PRACTICE }, ['contact']],
  ])('%s', (_name, state, open) => {
    expect(steps.filter((step) => isProStepOpen(step, state))).toEqual(open);
    expect(firstUnfinishedProStep(state)).toBe(`/pro/${open.at(-1)}`);
    for (const step of steps)
      expect(guardProStep(step, state)).toBe(open.includes(step) ? null : `/pro/${open.at(-1)}`);
  });
});

describe('what was entered', () => {
  it('is kept when an earlier step is submitted again, and so is the key', () => {
    const again = { ...failed, ...afterProContact(failed, { ...CONTACT, firstName: 'Ida' }, 'another key') };
    expect(again).toMatchObject({ proPractice: PRACTICE, proKey: 'a key', proContact: { firstName: 'Ida' } });
  });

  it.each([
    ['a changed contact', afterProContact(failed, CONTACT, 'x')],
    ['a changed practice', afterPractice(failed, PRACTICE)],
    ['Back', afterProBack()],
    ['success', afterProSuccess(DONE)],
    ['a new start', CLEARED_PROFESSIONAL],
  ])('of answer and code is forgotten by %s', (_name, patch) => {
    expect('proFailure' in patch).toBe(true);
    expect({ ...failed, ...patch }.proFailure).toBeUndefined();
  });

  it('is nothing but the account once it is made', () => {
    expect(professionalOf(registered)).toEqual({ proDone: DONE });
  });

  it('is told apart from a parent’s answers', () => {
    const session = { ...practising, lastCompletedStep: 1, drafts: {} };
    expect(professionalOf(session)).toEqual({ proContact: CONTACT, proKey: 'a key', proPractice: PRACTICE });
  });
});
