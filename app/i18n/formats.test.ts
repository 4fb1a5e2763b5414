import { expect, it } from 'vitest';
import { dateFormat, formatDay, numberFormat } from './formats';

const DAY = Date.UTC(2026, 0, 15, 3);

it('formats numbers and dates for the language and time zone', () => {
  expect(numberFormat('es', { style: 'percent', maximumFractionDigits: 3 }).format(0.08875)).toBe('8.875%');
  const write = (language: 'en' | 'es' | 'en-GB', timeZone: string) =>
    dateFormat(language, { dateStyle: 'long', timeZone }).format(DAY);
  expect([write('en', 'UTC'), write('en-GB', 'UTC'), write('es', 'UTC'), write('en', 'America/Chicago')]).toEqual([
    'January 15, 2026',
    '15 January 2026',
    '15 de enero de 2026',
    'January 14, 2026',
  ]);
});

it('creates each format once, and limits the cache', () => {
  const again = () => dateFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
  const first = again();
  expect(again()).toBe(first);
  const zones = Intl.supportedValuesOf('timeZone').slice(0, 100);
  for (const timeZone of zones) dateFormat('en', { dateStyle: 'long', timeZone });
  expect(again()).not.toBe(first);
});

it('throws for an unknown time zone', () => {
  expect(() => dateFormat('en', { timeZone: 'Nowhere/Land' })).toThrow(RangeError);
});

it('formats a timestamp in the reader’s time zone, and a date without a time unchanged', () => {
  expect(formatDay('en', '2027-03-01T03:00:00Z', 'America/Chicago')).toBe('February 28, 2027');
  expect(formatDay('en', '2027-03-01', 'America/Chicago')).toBe('March 1, 2027');
});
