/** The same day (UTC) after the term; 29 February becomes the last day of February. */
export function renewalDate(from: Date, years: 1 | 2): Date {
  const date = new Date(from);
  date.setUTCFullYear(from.getUTCFullYear() + years);
  if (date.getUTCMonth() !== from.getUTCMonth()) date.setUTCDate(0);
  return date;
}
