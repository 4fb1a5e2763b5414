import { describe, expect, it } from 'vitest';
import { createReviewSeals, REVIEW_PARTS, type ReviewParts, type ShownPayment } from './review-seals.server';

const OLD = 'an old secret for tests, thirty-two.';
const NEW = 'a new secret for tests, thirty-two..';

const PAYMENT: ShownPayment = {
  key: 'k'.repeat(43),
  order: { packageId: '2041', productId: 'SUB2YEAR', services: ['TONEMETER', 'UNLIMITEDPAYMENTS'] },
  total: 17955,
  tax: 1155,
  taxId: 'sample-US-MN',
  years: 2,
};
const PARTS = Object.fromEntries(REVIEW_PARTS.map((part) => [part, ['ann@example.com', part]])) as ReviewParts;

const PAGE = { findShown: () => 'page-1', pressed: 'page-1' };
const seals = createReviewSeals([NEW]).forPages(PAGE);
const sealed = seals.seal(PAYMENT, PARTS);

describe('a sealed review', () => {
  it('opens with its payment and without changes', () => {
    const shown = seals.open(sealed);
    expect(shown?.payment).toEqual(PAYMENT);
    expect(shown?.findChanged(PARTS)).toEqual([]);
  });

  it.each(REVIEW_PARTS)('reports only a changed %s', (part) => {
    const shown = seals.open(sealed);
    expect(shown?.findChanged({ ...PARTS, [part]: ['ben@example.com', part] })).toEqual([part]);
    expect(shown?.findChanged({ [part]: null })).toEqual([part]);
    const { [part]: _left, ...others } = PARTS;
    expect(shown?.findChanged(others)).toEqual([]);
  });

  it('is small and contains no personal data', () => {
    expect(sealed.length).toBeLessThan(340);
    expect(sealed).toMatch(/^[\w.-]+$/);
    const texts = sealed.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
    expect(texts.join()).not.toContain('ann@');
  });

  it.each([
    ['another page', createReviewSeals([NEW]).forPages({ ...PAGE, pressed: 'page-2' })],
    ['a page without a mark', createReviewSeals([NEW]).forPages({ ...PAGE, pressed: '' })],
    ['another secret', createReviewSeals([OLD]).forPages(PAGE)],
  ])('does not open for %s', (_whose, others) => {
    expect(others.open(sealed)).toBeUndefined();
  });

  it('never opens if it was sealed without a page', () => {
    const nowhere = createReviewSeals([NEW]).forPages({ findShown: () => '', pressed: '' });
    expect(nowhere.open(nowhere.seal(PAYMENT, PARTS))).toBeUndefined();
  });

  it('stays valid when the secret is rotated', () => {
    const before = createReviewSeals([OLD]).forPages(PAGE).seal(PAYMENT, PARTS);
    const rotated = createReviewSeals([NEW, OLD]).forPages(PAGE).open(before);
    expect([rotated?.payment, rotated?.findChanged({ ...PARTS, total: 1 })]).toEqual([PAYMENT, ['total']]);
  });

  it('cannot be forged by changing any character', () => {
    expect(seals.open('')).toBeUndefined();
    for (const index of sealed.split('').keys()) {
      // The last character of a base64 text may contain unused bits, so the test flips a used one.
      const changed = sealed.slice(0, index) + flip(sealed.charAt(index)) + sealed.slice(index + 1);
      expect(seals.open(changed), changed).toBeUndefined();
      expect(seals.open(sealed.slice(0, index))).toBeUndefined();
    }
  });
});

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Flips the highest bit of a character. */
function flip(character: string): string {
  const index = BASE64URL.indexOf(character);
  return index === -1 ? '' : BASE64URL.charAt(index ^ 32);
}
