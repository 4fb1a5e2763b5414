import { expect, it } from 'vitest';
import { formatKept, formatWait } from './format-wait';

it.each([
  [1, '1 second', '1 segundo'],
  [40, '40 seconds', '40 segundos'],
  [90, '90 seconds', '90 segundos'],
  [91, '2 minutes', '2 minutos'],
  [3600, '60 minutes', '60 minutos'],
  [5401, '2 hours', '2 horas'],
  [24 * 3600, '24 hours', '24 horas'],
])('shows %i seconds as %s', (seconds, english, spanish) => {
  expect([formatWait(seconds, 'en'), formatWait(seconds, 'es')]).toEqual([english, spanish]);
});

it.each([
  [7200, 'en', '2 hours'],
  [7199.6, 'es', '2 horas'],
  [3600, 'en', '1 hour'],
  [5700, 'en', '95 minutes'],
  [91, 'en', '1 minute'],
  [20, 'en', '20 seconds'],
] as const)('shows %s seconds of storage in %s as %s', (seconds, language, text) => {
  expect(formatKept(seconds, language)).toBe(text);
});
