import { z } from 'zod';
import { contrastWithWhite } from './contrast';

const LEAST_CONTRAST = 4.5;

/** A colour that white text stands out on (WCAG 2.2, success criterion 1.4.3). */
export const colourBehindWhite = (otherwise: string) =>
  z
    .string()
    .default(otherwise)
    .refine((value) => /^#([\da-f]{3}|[\da-f]{6})$/i.test(value), {
      error: 'must be a hex colour such as #0f5c63',
      abort: true,
    })
    .refine((value) => contrastWithWhite(value) >= LEAST_CONTRAST, {
      error: `must have a contrast of at least ${LEAST_CONTRAST} to 1 against white`,
    });
