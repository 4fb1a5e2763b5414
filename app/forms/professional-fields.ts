import { z } from 'zod';
import { cleanPhone } from '~/domain/phone';
import { cleanLine, hasLength } from '~/domain/typed-text';
import { ifFilled } from './fields';

/** Building blocks of the professional's forms. Messages are the error keys of the backend's validator. */

export const DROPDOWN = 'professional:signup_dropdown_error';
export const ONLY_NUMBERS = 'professional:signup_onlyNumbers_error';
const TOO_LONG = 'professional:signup_max100_error';

export const errorOf = <Field extends string>(field: Field) => `professional:signup_${field}_error` as const;

/** Up to 100 characters. */
export const signupLine = (field: string) =>
  filled(field).refine(
    ifFilled((text) => hasLength(text, 1, 100)),
    TOO_LONG,
  );

export const optionalSignupLine = () =>
  z
    .string(TOO_LONG)
    .overwrite(cleanLine)
    .refine((text) => hasLength(text, 0, 100), TOO_LONG)
    .optional()
    .transform((text) => (text === '' ? undefined : text));

export const choice = () =>
  z
    .string(DROPDOWN)
    .overwrite(cleanLine)
    .refine((value) => value !== '', DROPDOWN);

/** Digits with or without separators. */
export const digits = (field: string) =>
  z
    .string(errorOf(field))
    .overwrite(cleanPhone)
    .refine((text) => text !== '', errorOf(field));

export const filled = (field: string) =>
  z
    .string(errorOf(field))
    .overwrite(cleanLine)
    .refine((text) => text !== '', errorOf(field));
