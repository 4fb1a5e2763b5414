import { z } from 'zod';
import { contrastWithWhite } from './contrast';

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
