import { describe, expect, it } from 'vitest';
import { beganWith, createPageMarks, makeVisitorId, type PageMark } from './page-marks.server';

const OLD = 'an old secret for tests, thirty-two.';
const NEW = 'a new secret for tests, thirty-two..';
const HOUR = 60 * 60 * 1000;

let now = Date.parse('2026-03-01T12:00:00Z');
const clock = { now: () => new Date(now) };
const marks = createPageMarks([NEW], clock);
const OWNED = { owner: 'sign-up 1', path: '/step2' };

describe('the mark of a page', () => {
  it('is authentic only for its visitor', () => {
    const mark = marks.mark('a browser', OWNED);
    expect(marks.read(mark, 'a browser').isAuthentic).toBe(true);
    expect(marks.read(mark, 'another').isAuthentic).toBe(false);
    expect(marks.read(mark, null).isAuthentic).toBe(false);
    expect(marks.read(undefined, 'a browser').isAuthentic).toBe(false);
  });

  it('is of another visitor unless it is authentic or missing', () => {
    const mark = marks.mark('a browser', { thread: undefined });
    const isOfAnother = (...read: Parameters<typeof marks.read>) => marks.read(...read).isOfAnotherVisitor;
    expect([isOfAnother(mark, 'another'), isOfAnother(mark, null)]).toEqual([true, true]);
    expect([isOfAnother(mark, 'a browser'), isOfAnother(undefined, 'another')]).toEqual([false, false]);
  });

  it('counts for the visitor of a page requested within seconds, whose cookie replaced the first one', () => {
    const [first, second] = [makeVisitorId(clock), makeVisitorId(clock)];
    const before = marks.mark(first, { thread: undefined });
    const answered = marks.mark(first, { thread: marks.read(before, first).thread });
    const read = (mark: PageMark) => {
      const { isAuthentic, isOfAnotherVisitor, rendering, thread, belongsTo } = marks.read(mark, second);
      return [
        isAuthentic,
        isOfAnotherVisitor,
        rendering !== '',
        thread !== undefined,
        belongsTo('sign-up 1', '/step2'),
      ];
    };
    expect(read(before)).toEqual([false, false, true, true, false]);
    expect(read(answered)).toEqual([false, true, true, false, false]);
    expect(read(marks.mark(first, OWNED))).toEqual([false, true, true, false, true]);
    now += 5_000;
    expect(read(marks.mark(first, { thread: undefined }))).toEqual([false, true, false, false, false]);
    expect(read(marks.mark(first, OWNED))).toEqual([false, true, false, false, false]);
  });

  it('belongs to its owner and path at any age', () => {
    const mark = marks.mark('a browser', OWNED);
    now += 1000 * HOUR;
    const posted = marks.read(mark, 'a browser');
    expect(posted.claimsOwner).toBe(true);
    expect(posted.belongsTo('sign-up 1', '/step2')).toBe(true);
    expect(posted.belongsTo('sign-up 2', '/step2')).toBe(false);
    expect(posted.belongsTo('sign-up 1', '/step3')).toBe(false);
    expect(marks.read(mark, 'another').belongsTo('sign-up 1', '/step2')).toBe(false);
    expect(posted.thread).toBeUndefined();
  });

  it('reports that it is older than a day', () => {
    const mark = marks.mark('a browser', OWNED);
    now += 23 * HOUR;
    expect(marks.read(mark, 'a browser').isOlderThanADay).toBe(false);
    now += 2 * HOUR;
    expect(marks.read(mark, 'a browser').isOlderThanADay).toBe(true);
  });

  it('is authentic with a previous secret, but not with another one', () => {
    const mark = createPageMarks([OLD], clock).mark('a browser', OWNED);
    const rotated = createPageMarks([NEW, OLD], clock).read(mark, 'a browser');
    expect([rotated.isAuthentic, rotated.belongsTo('sign-up 1', '/step2')]).toEqual([true, true]);
    const other = marks.read(mark, 'a browser');
    expect([other.isAuthentic, other.belongsTo('sign-up 1', '/step2')]).toEqual([false, false]);
  });

  it('differs for each rendering, even in the same millisecond', () => {
    const made = Array.from({ length: 100 }, () => marks.mark('a browser', OWNED));
    expect(new Set(made.map(({ value }) => value)).size).toBe(100);
    expect(new Set(made.map(({ rendering }) => rendering)).size).toBe(100);
    expect(marks.read(made[0], 'a browser').rendering).toBe(made[0]!.rendering);
  });

  it('has one field name per visitor', () => {
    const nameFor = (visitorId: string) => marks.mark(visitorId, OWNED).name;
    expect(nameFor('a browser')).toMatch(/^page-[\da-f]{8}$/);
    expect(nameFor('a browser')).toBe(nameFor('a browser'));
    expect(nameFor('a browser')).not.toBe(nameFor('another'));
  });

  it('cannot be forged by changing any character', () => {
    const { name, value } = marks.mark('a browser', OWNED);
    for (const index of value.split('').keys()) {
      const changed = value.slice(0, index) + (value[index] === 'A' ? 'Q' : 'A') + value.slice(index + 1);
      for (const forged of [changed, value.slice(0, index)])
        expect(marks.read({ name, value: forged }, 'a browser').isAuthentic, forged).toBe(false);
    }
  });
});

describe('the mark of a page that was served before a sign-up', () => {
  it('has a thread, which becomes part of the sign-up begun with it', () => {
    const first = marks.read(marks.mark('a browser', { thread: undefined }), 'a browser');
    const second = marks.read(marks.mark('a browser', { thread: first.thread }), 'a browser');
    expect([first.claimsOwner, second.thread]).toEqual([false, first.thread]);
    const lineage = marks.lineage(first.thread, 'an id');
    expect(beganWith(lineage, second.thread)).toBe(true);
    const other = marks.read(marks.mark('a browser', { thread: undefined }), 'a browser');
    expect(beganWith(lineage, other.thread)).toBe(false);
    expect(beganWith(lineage, undefined)).toBe(false);
  });

  it('begins only one sign-up for repeated posts', () => {
    const thread = marks.read(marks.mark('a browser', { thread: undefined }), 'a browser').thread;
    expect(marks.lineage(thread, 'an id')).toBe(marks.lineage(thread, 'an id'));
    expect(marks.lineage(thread, 'an id')).not.toBe(marks.lineage(thread, 'another'));
    expect(marks.lineage(undefined, 'an id')).not.toContain('an id');
  });

  it('has no owner', () => {
    expect(marks.read(marks.mark('a browser', { thread: undefined }), 'a browser').belongsTo('', '')).toBe(false);
  });
});

describe('a renewed mark', () => {
  const again = (mark: PageMark | undefined, of: string | null) => marks.read(mark, 'a browser').again(of);

  it('is fresh, keeps its owner, and is valid for the given visitor', () => {
    const mark = marks.mark('a browser', OWNED);
    now += 25 * HOUR;
    const posted = marks.read(again(mark, 'a browser')!, 'a browser');
    expect([posted.isAuthentic, posted.isOlderThanADay, posted.rendering]).toEqual([true, false, mark.rendering]);
    expect(posted.belongsTo('sign-up 1', '/step2')).toBe(true);
    const others = marks.read(again(mark, 'another')!, 'another');
    expect([others.isAuthentic, others.belongsTo('sign-up 1', '/step2')]).toEqual([true, true]);
  });

  it('keeps the posted claim of an owner, or its absence', () => {
    const owned = marks.mark('a browser', OWNED);
    expect(again(owned, null)).toEqual(owned);
    expect(marks.read(again(undefined, 'a browser')!, 'a browser').claimsOwner).toBe(false);
    expect(again({ name: 'page-0', value: 'made-up' }, null)).toBeNull();
  });
});
