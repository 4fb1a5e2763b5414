import { dinero, GBP, halfUp, multiply, toSnapshot, transformScale, USD } from 'dinero.js';
import { localeOf } from './languages';

export const CURRENCIES = ['USD', 'GBP'] as const;
export type Currency = (typeof CURRENCIES)[number];

const DINERO_CURRENCIES = { USD, GBP };
const MINOR_UNITS_PER_UNIT = 100;

/** Thousandths of a percent, so that every rate in use is an integer: 6.875% is 6875. */
export type Rate = number;

export const percent = (percentage: number): Rate => Math.round(percentage * 1000);

/** A share of an amount, rounded half-up. @param amount minor units, not negative @returns minor units */
export function percentOf(amount: number, rate: Rate, currency: Currency): number {
  const exact = multiply(dinero({ amount, currency: DINERO_CURRENCIES[currency] }), { amount: rate, scale: 5 });
  return toSnapshot(transformScale(exact, 2, halfUp)).amount;
}

/** `percentOf` for scripts, which load no library for it. Exact below 10^10 minor units. */
export function percentOfInScript(amount: number, rate: Rate): number {
  return Math.floor((2 * amount * rate + 100_000) / 200_000);
}

/**
 * The tax included in an amount, rounded half-up: 1998 of 11988 at 20%.
 *
 * @param gross minor units, not negative, tax included
 * @returns minor units
 */
export function percentIncludedIn(gross: number, rate: Rate): number {
  const whole = 100_000 + rate;
  return Math.floor((2 * gross * rate + whole) / (2 * whole));
}

/**
 * An amount as a decimal, as payment providers write it: `17955` is `179.55`. Moves digits instead of dividing.
 *
 * @param amount minor units of a currency with two decimals, like all of our currencies
 * @throws Error for anything but a whole, safe, non-negative number
 */
export function toDecimal(amount: number): string {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new Error(`${amount} is not an amount in minor units`);
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const formats = new Map<string, Intl.NumberFormat>();

/** @param amount minor units */
export function formatMoney(amount: number, currency: Currency, language: string): string {
  return formatOf(currency, language).format(amount / MINOR_UNITS_PER_UNIT);
}

export function currencySymbol(currency: Currency): string {
  return currency === 'GBP' ? '£' : '$';
}

function formatOf(currency: Currency, language: string): Intl.NumberFormat {
  const key = `${language} ${currency}`;
  let format = formats.get(key);
  if (!format) {
    // With the plain symbol, Spanish would write "USD" and "GBP". A note beside the amounts names the currency.
    format = new Intl.NumberFormat(localeOf(language), {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    });
    formats.set(key, format);
  }
  return format;
}
