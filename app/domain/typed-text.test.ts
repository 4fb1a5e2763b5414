import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanLine, hasEmoji, hasLength } from './typed-text';

test.each([
  ['  Ana  ', 'Ana'],
  ['Ana\tMaria\r\nLuz', 'Ana Maria Luz'],
  ['O\u2019Brien', "O'Brien"],
  ['\u201cBob\u201d', '"Bob"'],
  ['Jose\u0301', 'José'],
  ['\u202aAna\u202c', 'Ana'],
  ['\u200b \u3164\u2060', ''],
  ['\u200d', ''],
  // Characters that are drawn blank.
  ['\u3164Ana\u115f\u1160Luz\uffa0\u2800', 'Ana Luz'],
  ['Ana\u0000', 'Ana'],
  // Persian words need their joiner.
  ['علی\u200cرضا', 'علی\u200cرضا'],
  // These are letters, not quotation marks.
  // cspell:ignore kala
  ['Kala\u02bbi', 'Kala\u02bbi'],
])('cleans %j to %j', (typed, cleaned) => {
  expect(cleanLine(typed)).toBe(cleaned);
});

test('cleans a line idempotently', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      const once = cleanLine(typed);
      expect(cleanLine(once)).toBe(once);
      expect(once).toBe(once.trim());
    }),
    { numRuns: 500 },
  );
});

test('counts characters as a reader does', () => {
  expect(hasLength('한'.normalize('NFD').repeat(20), 1, 20)).toBe(true);
  expect(hasLength('é'.normalize('NFD').repeat(20), 1, 20)).toBe(true);
  expect(hasLength('ที่'.repeat(20), 1, 20)).toBe(true);
  expect(hasLength('𠮷'.repeat(20), 1, 20)).toBe(true);
  expect(hasLength('𠮷'.repeat(21), 1, 20)).toBe(false);
  expect(hasLength('', 1, 20)).toBe(false);
});

test('counts excess combining marks as characters', () => {
  expect(hasLength(`a${'\u0301'.repeat(500)}`, 1, 20)).toBe(false);
});

test.each(['😀', '❤️', '🇬🇧', '👨‍👩‍👧', '1️⃣', '#️⃣', '👍🏽', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '☎'])('detects the emoji %s', (emoji) => {
  expect(hasEmoji(`Ana${emoji}`)).toBe(true);
});

test.each(['Henry 8', 'A#1', 'A*', 'Ana-Maria', "O'Brien", '李', 'Ωmega', 'Žofie', 'محمد', 'हिन्दी'])(
  'finds no emoji in %s',
  (name) => {
    expect(hasEmoji(name)).toBe(false);
  },
);
