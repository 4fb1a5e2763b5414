const DAY = 24 * 3600 * 1000;

/** A date without a time, such as `2027-03-01`. */
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Returns the same local time on a later calendar day. 29 February becomes the 28th in a year without it. A time that the clock change
 * skips becomes the time after it.
 *
 * @param timeZone IANA @throws RangeError on an unknown time zone
 */
export function laterDay(
  from: Date,
  { years = 0, days = 0 }: { years?: number; days?: number },
  timeZone: string,
): Date {
  const wall = new Date(wallTimeOf(from, timeZone));
  const month = wall.getUTCMonth();
  wall.setUTCFullYear(wall.getUTCFullYear() + years);
  if (wall.getUTCMonth() !== month) wall.setUTCDate(0);
  wall.setUTCDate(wall.getUTCDate() + days);
  return instantOf(wall.getTime(), timeZone);
}

/** The time zone for formatting a date of the backend. A date without a time is the same day everywhere, so it uses UTC. */
export function zoneOfDate(date: string, timeZone: string): string {
  return DATE_ONLY.test(date) ? 'UTC' : timeZone;
}

/** Whether dates can be formatted in it. */
export function isTimeZone(name: string): boolean {
  try {
    return clockOf(name) !== undefined;
  } catch {
    return false;
  }
}

/** Cached by time zone, because creating a format costs as much as ten uses of it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** The local time in a zone, as if it were UTC. */
function wallTimeOf(instant: Date, timeZone: string): number {
  const format = clockOf(timeZone);
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second, instant.getUTCMilliseconds());
}

function instantOf(wall: number, timeZone: string): Date {
  const offsetAt = (time: number) => wallTimeOf(new Date(time), timeZone) - time;
  // Clocks change at most once a day. A repeated local time means the first one; a skipped one counts from before the change.
  const [before, after] = [wall - DAY, wall + DAY].map((time) => new Date(wall - offsetAt(time))) as [Date, Date];
  return [before, after].find((instant) => wallTimeOf(instant, timeZone) === wall) ?? before;
}
