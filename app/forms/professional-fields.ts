import { z } from 'zod';
import { LENGTHS } from '~/domain/limits';
import { cleanPhone } from '~/domain/phone';
import { cleanLine, fitsLength } from '~/domain/typed-text';
import { ifFilled } from './fields';

/** Building blocks of the professional's forms. Messages are the error keys of the backend's validator. */

export const DROPDOWN = 'professional:signup_dropdown_error';
export const ONLY_NUMBERS = 'professional:signup_onlyNumbers_error';
const TOO_LONG = 'professional:signup_max100_error';

export const requiredError = <Field extends string>(field: Field) => `professional:signup_${field}_error` as const;

/** A line of text that must be filled in, of up to 100 characters. */
export const requiredSignupLine = (field: string) =>
  requiredField(field).refine(
    ifFilled((text) => fitsLength(text, LENGTHS.professionalLine)),
    TOO_LONG,
  );

export const optionalSignupLine = () =>
  z
    .string(TOO_LONG)
    .overwrite(cleanLine)
    .refine((text) => fitsLength(text, LENGTHS.optionalProfessionalLine), TOO_LONG)
    .optional()
    .transform((text) => (text === '' ? undefined : text));

export const requiredChoice = () =>
  z
    .string(DROPDOWN)
    .overwrite(cleanLine)
    .refine((value) => value !== '', DROPDOWN);

/** Digits with or without separators. */
export const requiredDigits = (field: string) =>
  z
    .string(requiredError(field))
    .overwrite(cleanPhone)
    .refine((text) => text !== '', requiredError(field));

export const requiredField = (field: string) =>
  z
    .string(requiredError(field))
    .overwrite(cleanLine)
    .refine((text) => text !== '', requiredError(field));
