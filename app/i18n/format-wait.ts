import { numberFormat } from './formats';
import type { Language } from './languages';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A waiting time in words, rounded up to a practical precision: whole seconds up to a minute and a half, then minutes, then hours. */
export function formatWait(seconds: number, language: Language): string {
  if (seconds <= 1.5 * MINUTE) return inUnits(seconds, 'second', language);
  if (seconds <= 1.5 * HOUR) return inUnits(seconds / MINUTE, 'minute', language);
  return inUnits(seconds / HOUR, 'hour', language);
}

/**
 * A storage period in words: in hours if it is whole hours, otherwise in minutes, and below one in seconds. Rounded down, except for the
 * second in which a period has just begun.
 */
export function formatKept(seconds: number, language: Language): string {
  const minutes = Math.floor((seconds + 1) / MINUTE);
  if (minutes === 0) return inUnits(seconds, 'second', language);
  return minutes % 60 === 0 ? inUnits(minutes / 60, 'hour', language) : inUnits(minutes, 'minute', language);
}

function inUnits(count: number, unit: 'second' | 'minute' | 'hour', language: Language): string {
  return numberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(count));
}
