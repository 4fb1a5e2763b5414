import { z } from 'zod';

const MIN_CONTRAST = 4.5;

/** WCAG 2.2, success criterion 1.4.3. */
export const colourBehindWhite = (defaultValue: string) =>
  z
    .string()
    .default(defaultValue)
    .refine((value) => /^#([\da-f]{3}|[\da-f]{6})$/i.test(value), {
      error: 'must be a hex colour such as #0f5c63',
      abort: true,
    })
    .refine((value) => contrastWithWhite(value) >= MIN_CONTRAST, {
      error: `must have a contrast of at least ${MIN_CONTRAST} to 1 against white`,
    });

/** Contrast with white from 1 to 21, of `#rgb` or `#rrggbb` (WCAG 2.2, "contrast ratio" and "relative luminance"). */
export function contrastWithWhite(hex: string): number {
  return 1.05 / (relativeLuminance(hex) + 0.05);
}

function relativeLuminance(hex: string): number {
  const digits = hex.slice(1);
  const pairs = digits.length === 3 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0] = pairs.map((pair) => linear(parseInt(pair, 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
