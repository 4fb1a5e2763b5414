import { expect, it } from 'vitest';
import { parentBody } from '~/backend/schemas/people';
import { parentNamed } from '~tests/servers/embedded-backend';
import { answersOf, mergeAnswers, readAnswers, withoutCoParent, withoutFamily } from './sections.server';

const parent = { ...parentNamed('ann@example.com'), timeZone: 'America/Chicago' };
const coParent = { firstName: 'Ben', lastName: 'Lee', email: null, phoneCountryCode: '+1', phoneNumber: '6125550199' };
const { answers } = answersOf({ PARENT: { parent }, FAMILY: { coParent, children: [] } });
const merge = (...sent: Parameters<typeof mergeAnswers>) => readAnswers(mergeAnswers(...sent).answers);

it('keeps contact fields that a later request omits, and stores empty ones', () => {
  const sent = { ...parentNamed('ann.lee@example.com'), lastName: '', timeZone: undefined };
  const contact = { ...parent, email: 'ann.lee@example.com', lastName: '' };
  expect(merge(answers, { PARENT: { parent: sent } }).parent).toEqual(contact);
});

it.each(['', 'Mars/Olympus'])('treats the time zone “%s” as absent, also in stored answers', (timeZone) => {
  const sent = parentBody.parse({ ...parent, timeZone });
  expect(merge(answers, { PARENT: { parent: sent } }).parent).toEqual(parent);
  const stored = JSON.stringify({ PARENT: { parent: { ...parent, timeZone } } });
  expect(readAnswers(stored).parent?.timeZone).toBeUndefined();
});

it('replaces every other section', () => {
  const other = { firstName: 'Bea', lastName: 'Lee', email: 'bea@example.com' };
  const sent = { FAMILY: { coParent: other, children: [{ firstName: 'Cy', lastName: 'Lee', email: null }] } };
  expect(merge(answers, sent)).toEqual({ parent, ...sent.FAMILY });
});

it('keeps fields stored by a newer release', () => {
  const newer = JSON.stringify({ ...(JSON.parse(answers) as object), ADDED_LATER: { answer: 'yes' } });
  expect(JSON.parse(mergeAnswers(newer, { PARENT: { parent } }).answers)).toMatchObject({
    ADDED_LATER: { answer: 'yes' },
  });
  expect(readAnswers(newer)).toEqual({ parent, coParent, children: [] });
});

it('removes the co-parent or the whole family', () => {
  expect(readAnswers(withoutCoParent(answers))).toEqual({ parent, children: [] });
  expect(withoutFamily(answers)).toBe(JSON.stringify({ PARENT: { parent } }));
});

it('names the invalid section without quoting its content', () => {
  const damaged = JSON.stringify({ PARENT: { parent: { ...parent, email: 7 } } });
  expect(() => readAnswers(damaged)).toThrow(/^The column answers does not match its schema at PARENT.parent.email$/);
});
