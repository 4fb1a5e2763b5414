import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { laterDay, zoneOfDate } from './calendar-days';

const dayIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (instant: Date) => format.format(instant);
};

/** The same calendar day, years later, computed without a clock. */
function sameDayLater(day: string, years: number): string {
  const [year = 0, month, date] = day.split('-');
  const later = Number(year) + years;
  const isLeapYear = (later % 4 === 0 && later % 100 !== 0) || later % 400 === 0;
  return month === '02' && date === '29' && !isLeapYear ? `${later}-02-28` : `${later}-${month}-${date}`;
}

describe('a later day', () => {
  it.each([
    // Still 28 February in Chicago.
    ['2028-02-29T00:52:00Z', 1, 'America/Chicago', '2029-03-01T00:52:00.000Z', '2029-02-28'],
    ['2028-02-29T18:00:00Z', 1, 'America/Chicago', '2029-02-28T18:00:00.000Z', '2029-02-28'],
    ['2028-02-29T18:00:00Z', 2, 'America/Chicago', '2030-02-28T18:00:00.000Z', '2030-02-28'],
    ['2028-03-01T05:30:00Z', 1, 'America/Chicago', '2029-03-01T05:30:00.000Z', '2029-02-28'],
    ['2027-03-01T05:30:00Z', 1, 'America/Chicago', '2028-02-29T05:30:00.000Z', '2028-02-28'],
    ['2028-02-29T23:59:59Z', 1, 'UTC', '2029-02-28T23:59:59.000Z', '2029-02-28'],
    ['2026-03-01T12:00:00Z', 2, 'UTC', '2028-03-01T12:00:00.000Z', '2028-03-01'],
    // The time zones furthest from UTC.
    ['2028-02-29T10:30:00Z', 1, 'Pacific/Kiritimati', '2029-02-28T10:30:00.000Z', '2029-03-01'],
    ['2028-03-01T10:30:00Z', 1, 'Pacific/Pago_Pago', '2029-03-01T10:30:00.000Z', '2029-02-28'],
    // The clocks skip the hour after midnight.
    ['2026-03-14T04:30:00Z', 1, 'America/Havana', '2027-03-14T05:30:00.000Z', '2027-03-14'],
  ] as const)('is computed from %s, %i years later, in %s', (from, years, timeZone, instant, day) => {
    const later = laterDay(new Date(from), { years }, timeZone);
    expect([later.toISOString(), dayIn(timeZone)(later)]).toEqual([instant, day]);
  });

  it('counts days across a clock change', () => {
    // 23:30 on 1 March; the clocks go forward on the 14th.
    const later = laterDay(new Date('2027-03-02T05:30:00Z'), { days: 14 }, 'America/Chicago');
    expect(later.toISOString()).toBe('2027-03-16T04:30:00.000Z');
  });

  it('is the same calendar day in every time zone, at any time', () => {
    const givens = fc.record({
      timeZone: fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
      time: fc.date({ min: new Date('2024-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
      years: fc.constantFrom(1, 2),
    });
    fc.assert(
      fc.property(givens, ({ timeZone, time, years }) => {
        const day = dayIn(timeZone);
        expect(day(laterDay(time, { years }, timeZone))).toBe(sameDayLater(day(time), years));
      }),
    );
  });

  it('throws for an unknown time zone', () => {
    expect(() => laterDay(new Date(), { years: 1 }, 'Nowhere/Land')).toThrow(RangeError);
  });
});

it('uses UTC for a date without a time', () => {
  expect(zoneOfDate('2027-03-01', 'America/Chicago')).toBe('UTC');
  expect(zoneOfDate('2027-03-01T00:00:00Z', 'America/Chicago')).toBe('America/Chicago');
});
