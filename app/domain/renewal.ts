/**
 * When a subscription renews: the same day after its term, in UTC; from 29 February the last day of February.
 *
 * @param years the term
 */
export function renewalDate(from: Date, years: 1 | 2): Date {
  const date = new Date(from);
  date.setUTCFullYear(from.getUTCFullYear() + years);
  if (date.getUTCMonth() !== from.getUTCMonth()) date.setUTCDate(0);
  return date;
}
