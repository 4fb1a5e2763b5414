import { zoneOfDate } from '~/domain/calendar-days';
import { localeOf } from '~/domain/languages';
import type { Language } from './languages';

/** More than a busy hour needs. The limit keeps hundreds of time zones from filling the memory. */
const MAX_KEPT = 100;

/** Cached, because creating a format takes a hundred times as long as using it. */
const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();

/** Formats numbers as the language writes them. */
export function numberFormat(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return keep(numbers, [language, options], () => new Intl.NumberFormat(localeOf(language), options));
}

/** Formats dates as the language writes them. @throws RangeError on an unknown time zone */
export function dateFormat(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return keep(dates, [language, options], () => new Intl.DateTimeFormat(localeOf(language), options));
}

/** The day of a date, such as `March 1, 2027`. @param date ISO 8601, with or without a time @param timeZone IANA, the reader's */
export function formatDay(language: Language, date: string, timeZone: string): string {
  return dateFormat(language, { dateStyle: 'long', timeZone: zoneOfDate(date, timeZone) }).format(new Date(date));
}

function keep<Format>(kept: Map<string, Format>, given: unknown, make: () => Format): Format {
  const key = JSON.stringify(given);
  let format = kept.get(key);
  if (!format) {
    format = make();
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(key, format);
  }
  return format;
}
