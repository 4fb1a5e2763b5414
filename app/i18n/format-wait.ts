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

/** A storage period in words: in hours if it is whole hours, otherwise in minutes. */
export function formatKept(seconds: number, language: Language): string {
  const minutes = Math.round(seconds / MINUTE);
  return minutes % 60 === 0 ? inUnits(minutes / 60, 'hour', language) : inUnits(minutes, 'minute', language);
}

function inUnits(count: number, unit: 'second' | 'minute' | 'hour', language: Language): string {
  return numberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(count));
}
