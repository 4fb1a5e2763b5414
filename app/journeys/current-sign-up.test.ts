import { describe, expect, it } from 'vitest';
import { changesFirstAnswers, currentPath, hasBegun, isForAnotherPerson } from './current-sign-up';
import { freshState, type Invited, type JoinState } from './join-state';
import { CLEARED_PROFESSIONAL } from './professional';

const REGISTERED: JoinState = { ...freshState, registration: { signupId: 's', registrationKey: 'k' } };
const INVITED: JoinState = { ...freshState, invited: { userId: '9001', token: 't' } as Invited };
const LEFT: JoinState = { ...freshState, leftRegistrations: [{ signupId: 's', registrationKey: 'k' }] };
const DRAFTS = { 'invite/step1': { firstName: ['Ben'] } };
const PRO_DRAFT = { ...freshState, proDrafts: { contact: { firstName: ['Ann'] } } };

describe('hasBegun', () => {
  it.each<[what: string, state: Parameters<typeof hasBegun>[1], parent: boolean, professional: boolean]>([
    ['no session', undefined, false, false],
    ['a fresh state', freshState, false, false],
    ['values from a link', { ...freshState, preselectedPackage: '2021', redirectUrl: '/x' }, false, false],
    ['a notice', { ...freshState, notice: 'expired', proNotice: 'expired' }, false, false],
    ['a finished sign-up', { ...freshState, finished: true }, false, false],
    ['the registrations of an earlier sign-up', LEFT, false, false],
    ['a draft', { ...freshState, drafts: { step1: { firstName: ['Ann'] } } }, true, false],
    ['a registration', REGISTERED, true, false],
    ['an invite', INVITED, true, false],
    ['a professional’s draft', PRO_DRAFT, false, true],
    ['a professional who started over', { ...freshState, ...CLEARED_PROFESSIONAL }, false, false],
    ['both', { ...REGISTERED, ...PRO_DRAFT }, true, true],
  ])('returns whose sign-up has begun with %s', (_what, state, parent, professional) => {
    expect([hasBegun('parent', state), hasBegun('professional', state)]).toEqual([parent, professional]);
  });
});

describe('changesFirstAnswers', () => {
  const stored = { ...REGISTERED, confirmedDuplicate: 'a@example.com', begunAt: 1_000 };
  const again = { ...stored, registration: { signupId: 't', registrationKey: 'l' }, begunAt: 1_001 };
  const changed = { ...again, confirmedDuplicate: 'b@example.com' };

  it('replaces what the first press of a page stored only by other answers, and before a later step', () => {
    expect(changesFirstAnswers(stored, again)).toBe(false);
    expect(changesFirstAnswers(stored, changed)).toBe(true);
    expect(changesFirstAnswers({ ...stored, drafts: {} }, changed)).toBe(false);
  });

  it.each<[what: string, failed: Parameters<typeof changesFirstAnswers>[0]]>([
    ['a draft', { ...freshState, drafts: { step1: { firstName: ['Ann'] } } }],
    ['a professional’s draft', PRO_DRAFT],
    ['a duplicate', { ...freshState, duplicate: { whose: 'parent', email: '' }, experimentId: null }],
  ])('replaces %s, which a failed press stored', (_what, failed) => {
    expect(changesFirstAnswers({ ...failed, begunAt: 1_000 }, changed)).toBe(true);
    expect(changesFirstAnswers({ ...failed, begunAt: 1_002 }, changed)).toBe(false);
    expect(changesFirstAnswers(stored, { ...failed, begunAt: 1_001 })).toBe(false);
  });

  it('replaces only an earlier press, and nothing after a restart', () => {
    expect(changesFirstAnswers({ ...stored, begunAt: 1_001 }, changed)).toBe(true);
    expect(changesFirstAnswers({ ...stored, begunAt: 1_002 }, changed)).toBe(false);
    const { begunAt: _begunAt, ...restarted } = stored;
    expect(changesFirstAnswers(restarted, changed)).toBe(false);
  });

  it('replaces what ended earlier if neither press has a time', () => {
    const [first, second] = [stored, changed].map(({ begunAt: _begunAt, ...untimed }) => untimed);
    expect([changesFirstAnswers(first!, second!), changesFirstAnswers(stored, second!)]).toEqual([true, false]);
  });
});

describe('isForAnotherPerson', () => {
  it.each<[what: string, state: JoinState | undefined, expected: boolean]>([
    ['no session', undefined, false],
    ['no answers', { ...freshState, preselectedPackage: '2021', notice: 'expired' }, false],
    ['the draft of another person', { ...freshState, drafts: DRAFTS }, true],
    ['a draft of the same invite', { ...freshState, drafts: DRAFTS, inviteId: '9001' }, false],
    ['a draft of another invite', { ...freshState, drafts: DRAFTS, inviteId: '9002' }, true],
    ['codes of a parent who starts again', { ...freshState, codes: ['PREPAID-40'] }, true],
    ['the same invite', INVITED, false],
    ['another invite', { ...freshState, invited: { userId: '9002', token: 't' } as Invited }, true],
    ['a registration', REGISTERED, true],
    ['a duplicate', { ...freshState, duplicate: { whose: 'parent', email: '' } }, true],
  ])('compares an invite with %s', (_what, state, expected) => {
    expect(isForAnotherPerson({ userId: '9001' }, state)).toBe(expected);
  });
});

describe('currentPath', () => {
  it('returns the next step of each visitor’s sign-up', () => {
    expect(currentPath('parent', REGISTERED)).toBe('/step1');
    expect(currentPath('parent', INVITED)).toBe('/invite');
    expect(currentPath('parent', { ...freshState, drafts: DRAFTS, inviteId: '9001' })).toBe('/invite');
    expect(currentPath('parent', { ...freshState, duplicate: { whose: 'parent', email: '' } })).toBe('/duplicate');
    expect(currentPath('parent', { ...REGISTERED, paid: {} as JoinState['paid'] })).toBe('/credentials');
    expect(currentPath('professional', { ...REGISTERED, ...PRO_DRAFT })).toBe('/pro/contact');
  });
});
